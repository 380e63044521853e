import { html } from "../../../../src/report/index.ts";
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from "../../store/index.ts";
import {
  columnsOf,
  exportLinks,
  hrefWith,
  type Rendered,
  type Table,
  tableOf,
  type View,
} from "../site/index.ts";
import { timeOf, ZONE_NOTE } from "./words.ts";

/** Entries on a page, and in an export of everything. */
const PAGE = 100;
const SIZES = ["100", "1000", "10000"];

/** What was done, in words. `%` is what it was done to. */
const ACTIONS: Readonly<Record<AuditAction, string>> = {
  "person.add": "added the person %",
  "person.remove": "removed the person %",
  "person.make_admin": "made % an admin",
  "person.make_viewer": "made % a viewer",
  "person.password": "set the password of %",
  "person.no_password": "took the password of % away",
  "link.create": "made a link to sign in for %",
  "login.link": "signed in with a link",
  "login.password": "signed in with the password",
  "login.provider": "signed in with the provider",
  "login.failed": "failed to sign in as %",
  "login.unknown": "failed to sign in, with a name or a link that nobody has",
  logout: "signed out",
  "session.end": "ended a session of %",
  "share.create": "made the share link aur_%…",
  "share.open": "opened the share link aur_%…",
  "share.revoke": "revoked the share link aur_%…",
  "key.create": "made the key %",
  "key.revoke": "revoked the key %",
  "invite.create": "made the code auc_%… for machines to join",
  "invite.revoke": "revoked the code auc_%…",
  "machine.join": "let machine % join",
  "machine.rename": "renamed machine %",
  "machine.archive": "archived machine %",
  "machine.unarchive": "brought machine % back",
  "machine.revoke": "revoked the tokens of machine %",
  "machine.rotate": "made a code for a new token of machine %",
  "token.revoke": "revoked a token of machine %",
  "machine.merge": "merged machines %, the first into the second",
  "machine.unmerge": "undid the merge of machine %",
  "machine.watch": "asked for an alert when machine % goes silent",
  "machine.unwatch": "asked for no more alerts when machine % goes silent",
  "alert.channel.add": "added the alert channel %",
  "alert.channel.change": "changed the alert channel %",
  "alert.channel.remove": "removed the alert channel %",
  "alert.channel.test": "tested the alert channel %",
  "alert.rule.change": "set the alert rule of %",
  "alert.rule.remove": "removed the alert rule of %",
  "backup.create": "made a backup",
};

/** `/settings/audit`: who did what, when, and from where; the newest first. */
export async function auditPage(view: View): Promise<Rendered> {
  const before = view.parameters["before"]?.[0];
  const rows = view.parameters["rows"]?.[0] ?? String(PAGE);
  if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before))
    return { status: "wrong_query", parameter: "before", must: "the number of an entry" };
  if (!SIZES.includes(rows))
    return { status: "wrong_query", parameter: "rows", must: `one of ${SIZES.join(", ")}` };
  const entries = await view.store.audit(Number(rows), before === undefined ? undefined : Number(before));
  const table = auditTable(entries);
  const oldest = entries.at(-1)?.id;
  const hasMore = entries.length === Number(rows) && oldest !== undefined;
  const body = html`<section class="card"><h2 class="with-exports">Who did what ${exportLinks(view, table)}</h2>
${tableOf(table)}
<p class="row-actions">${before === undefined ? "" : html`<a class="button" href="${hrefWith(view, { before: undefined })}">Newest</a>`}
${hasMore ? html`<a class="button" href="${hrefWith(view, { before: String(oldest) })}">Older</a>` : ""}
${rows === "10000" ? "" : html`<a href="${hrefWith(view, { rows: "10000" })}">10,000 at once, for an export</a>`}</p>${ZONE_NOTE}</section>
<p><a href="/settings">Back to the settings</a></p>`;
  return { status: "page", title: "Audit log", nav: "Settings", body, tables: [table] };
}

export function auditTable(entries: readonly AuditEntry[]): Table {
  const heads = { at: "When", who: "Who", what: "What", from: "From" };
  return {
    name: "audit",
    caption: "Audit log",
    columns: columnsOf(heads, ["at", "who", "what", "from"]),
    rows: entries.map((entry) => [
      { value: new Date(entry.at).toISOString(), shown: timeOf(entry.at) },
      entry.who,
      wordsOf(entry),
      { value: entry.from, shown: entry.from ?? "the command line" },
    ]),
  };
}

function wordsOf({ action, subject, times }: AuditEntry): string {
  const known = AUDIT_ACTIONS.find((each) => each === action);
  const words =
    known === undefined
      ? `${action.replaceAll(/[._]/g, " ")} ${subject}`.trim()
      : ACTIONS[known].replace("%", () => subject);
  return times === 1 ? words : `${words}, ${times} times within an hour`;
}
