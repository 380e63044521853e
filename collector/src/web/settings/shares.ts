import { addDays, torontoDay } from "../../../../src/base/calendar.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { wholeDays } from "../../../../src/text/times.ts";
import { type Names, namesOf } from "../names.ts";
import { carefulButton, type Rendered, type Visit } from "../site/index.ts";
import { type Problem, problemOf, section, textTable } from "./parts.ts";

/** For how many days a new link works, unless the form says otherwise. */
const USUAL_DAYS = 30;

/** The pages that the form offers. That of a machine is offered where somebody comes from it. */
const PAGES = [
  ["/", "Overview"],
  ["/machines", "Machines"],
  ["/limits", "Limits"],
] as const;

const WHAT = "Whoever has a share link sees one page, with fixed days, and nothing else.";

/** What the form says at first. */
export interface ShareDraft {
  readonly page: string;
  readonly from: string;
  readonly to: string;
}

/** Links that show one page, and the form to make one. */
export async function sharesPart(visit: Visit): Promise<Markup> {
  const [shares, names] = await Promise.all([visit.store.secrets.shares(visit.now), machineNames(visit)]);
  const rows = shares.map(({ prefix, page, from, to, expiresAt, createdBy }) => [
    { value: page, shown: pageName(page, names) },
    { value: `${from} to ${to}`, shown: wholeDays(from, to) },
    { value: expiresAt, shown: wholeDays(torontoDay(expiresAt - 1)) },
    createdBy,
    {
      value: null,
      shown: carefulButton("/settings/shares/revoke", "Revoke", { prefix }, `${page} ${wholeDays(from, to)}`),
    },
  ]);
  const heads = { page: "Page", range: "Shows", until: "Works until", by: "Made by", revoke: "Revoke" };
  const draft = { page: "/", from: addDays(visit.today, 1 - USUAL_DAYS), to: visit.today };
  return section(
    "shares",
    "Share links",
    shares.length === 0
      ? html`<p class="soft">Nothing is shared. ${WHAT}</p>`
      : textTable("shares", "Share links", heads, rows),
    html`<form class="inline-form" method="post" action="/settings/shares/create">${fieldsOf(visit, draft, names)}<button>Make a link</button></form>`,
  );
}

/** The form alone, for somebody who comes from the page to share. */
export async function sharePage(visit: Visit, draft: ShareDraft, problem?: Problem): Promise<Rendered> {
  const names = await machineNames(visit);
  const back = `${draft.page}?${new URLSearchParams({ from: draft.from, to: draft.to }).toString()}`;
  const body = html`<section class="card form"><form class="stacked" method="post" action="/settings/shares/create">
${problemOf(problem, "shares")}<p class="soft">${WHAT}</p>
${fieldsOf(visit, draft, names)}
<p><button class="main">Make a link</button> <a class="button" href="${isPath(draft.page) ? back : "/"}">Cancel</a></p></form></section>
<p class="soft"><a href="/settings#shares">All share links</a></p>`;
  const title = `Share ${pageName(draft.page, names)}`;
  return { status: "page", title, nav: "Settings", body, ...(problem && { code: 422 }) };
}

function fieldsOf({ today }: Visit, { page, from, to }: ShareDraft, names: Names): Markup {
  const known = PAGES.some(([path]) => path === page)
    ? PAGES
    : [...PAGES, [page, pageName(page, names)] as const];
  const options = known.map(([path, words]) =>
    path === page
      ? html`<option value="${path}" selected>${words}</option>`
      : html`<option value="${path}">${words}</option>`,
  );
  return html`<label>Page <select name="page">${options}</select></label>
<label>From <input type="date" name="from" value="${from}" max="${today}" required></label>
<label>To <input type="date" name="to" value="${to}" required></label>
<label>Works until <input type="date" name="until" value="${addDays(today, USUAL_DAYS)}" min="${today}" required></label>`;
}

async function machineNames({ store }: Pick<Visit, "store">): Promise<Names> {
  return namesOf(await store.machines());
}

function pageName(path: string, names: Names): string {
  const [, id = ""] = /^\/machines\/(\d+)$/.exec(path) ?? [];
  return PAGES.find(([known]) => known === path)?.[1] ?? names.get(id) ?? path;
}

/** Whether it can only lead to this server. */
function isPath(text: string): boolean {
  return /^\/(?![/\\])[\w/]*$/.test(text);
}
