import { html, type Markup } from "../../../../src/report/index.ts";
import { beginningOf } from "../../auth/index.ts";
import { carefulButton, timeOf, type Visit } from "../site/index.ts";
import { type Problem, problemOf, section, textTable } from "./parts.ts";

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
