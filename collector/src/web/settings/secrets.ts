import { addDays, torontoDay } from "../../../../src/base/calendar.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { wholeDays } from "../../../../src/text/times.ts";
import { beginningOf } from "../../auth/index.ts";
import { timeOf, type Visit } from "../site/index.ts";
import { carefulButton, type Problem, problemOf, section, textTable } from "./parts.ts";

/** For how many days a new link works, unless the form says otherwise. */
const USUAL_DAYS = 30;

const nothing = (text: string) => html`<p class="soft">${text}</p>`;

/** The keys of the API and the metrics. */
export async function keysPart({ store, now }: Visit, problem?: Problem): Promise<Markup> {
  const keys = await store.secrets.keys();
  const rows = keys.map(({ name, prefix, scope, createdAt, createdBy }) => [
    name,
    { value: prefix, shown: html`<code>${beginningOf("key", prefix)}…</code>` },
    scope === "api" ? "API" : "Metrics",
    { value: createdAt, shown: html`${timeOf(createdAt, now)} <span class="soft">by ${createdBy}</span>` },
    { value: null, shown: carefulButton("/settings/keys/revoke", "Revoke", { name }, name) },
  ]);
  const heads = { name: "Name", key: "Begins with", use: "For", made: "Made", revoke: "Revoke" };
  return section(
    "keys",
    "Keys",
    problemOf(problem, "keys"),
    keys.length === 0
      ? nothing("No keys yet. Other tools need one to read the API or the metrics.")
      : textTable("keys", "Keys", heads, rows),
    html`<form class="inline-form" method="post" action="/settings/keys/create">
<label>Name <input name="name" required maxlength="128" autocomplete="off" spellcheck="false"></label>
<label>For <select name="scope"><option value="api">the API</option><option value="metrics">/metrics</option></select></label>
<button>Make a key</button></form>`,
  );
}

/** The pages that the form offers. */
const PAGES = [
  ["/", "Overview"],
  ["/machines", "Machines"],
  ["/limits", "Limits"],
] as const;

export interface ShareDraft {
  readonly page: string;
  readonly from: string;
  readonly to: string;
}

/** Links that show one page, and the form to make one. */
export async function sharesPart(visit: Visit, draft: ShareDraft, problem?: Problem): Promise<Markup> {
  const shares = await visit.store.secrets.shares(visit.now);
  const rows = shares.map(({ prefix, page, from, to, expiresAt, createdBy }) => [
    { value: page, shown: PAGES.find(([path]) => path === page)?.[1] ?? page },
    { value: `${from} to ${to}`, shown: wholeDays(from, to) },
    { value: expiresAt, shown: wholeDays(torontoDay(expiresAt - 1)) },
    createdBy,
    {
      value: null,
      shown: carefulButton("/settings/shares/revoke", "Revoke", { prefix }, `${page} ${wholeDays(from, to)}`),
    },
  ]);
  const heads = { page: "Page", range: "Shows", until: "Works until", by: "Made by", revoke: "Revoke" };
  return section(
    "shares",
    "Share links",
    problemOf(problem, "shares"),
    shares.length === 0
      ? nothing(
          "Nothing is shared. Whoever has a share link sees one page, with fixed days, and nothing else.",
        )
      : textTable("shares", "Share links", heads, rows),
    shareForm(visit, draft),
  );
}

/** @param draft what the form says at first */
export function shareForm({ today }: Visit, { page, from, to }: ShareDraft): Markup {
  const known = PAGES.some(([path]) => path === page) ? PAGES : [...PAGES, [page, page] as const];
  const options = known.map(([path, words]) =>
    path === page
      ? html`<option value="${path}" selected>${words}</option>`
      : html`<option value="${path}">${words}</option>`,
  );
  return html`<form class="inline-form" method="post" action="/settings/shares/create">
<label>Page <select name="page">${options}</select></label>
<label>From <input type="date" name="from" value="${from}" max="${today}" required></label>
<label>To <input type="date" name="to" value="${to}" required></label>
<label>Works until <input type="date" name="until" value="${addDays(today, USUAL_DAYS)}" min="${today}" required></label>
<button>Make a link</button></form>`;
}

/** Codes that let machines join. */
export async function invitesPart({ store, now }: Visit): Promise<Markup> {
  const invites = await store.secrets.invites(now);
  const rows = invites.map(({ prefix, usesLeft, expiresAt, createdBy }) => [
    { value: prefix, shown: html`<code>${beginningOf("code", prefix)}…</code>` },
    String(usesLeft),
    { value: expiresAt, shown: timeOf(expiresAt, now) },
    createdBy,
    { value: null, shown: carefulButton("/settings/invites/revoke", "Revoke", { prefix }, prefix) },
  ]);
  const heads = {
    code: "Begins with",
    uses: "Uses left",
    until: "Works until",
    by: "Made by",
    revoke: "Revoke",
  };
  return section(
    "invites",
    "Codes for machines to join",
    invites.length === 0
      ? nothing("No code is waiting to be used.")
      : textTable("invites", "Codes for machines", heads, rows),
  );
}
