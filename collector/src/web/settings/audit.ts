import { html } from "../../../../src/report/index.ts";
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry, type Store } from "../../store/index.ts";
import { namesOf } from "../names.ts";
import {
  columnsOf,
  exportLinks,
  hrefWith,
  type Rendered,
  type Table,
  tableOf,
  timeOf,
  type View,
} from "../site/index.ts";

/** Entries on a page, and in an export of everything. */
const PAGE = 100;
const SIZES = ["100", "1000", "10000"];

/** `/settings/audit`: who did what, when, and from where; the newest first. */
export async function auditPage(view: View): Promise<Rendered> {
  const before = view.parameters["before"]?.[0];
  const rows = view.parameters["rows"]?.[0] ?? String(PAGE);
  if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before))
    return { status: "wrong_query", parameter: "before", must: "the number of an entry" };
  if (!SIZES.includes(rows))
    return { status: "wrong_query", parameter: "rows", must: `one of ${SIZES.join(", ")}` };
  const entries = await view.store.audit(Number(rows), before === undefined ? undefined : Number(before));
  const table = await auditTable(entries, view.store, view.now);
  const oldest = entries.at(-1)?.id;
  const hasMore = entries.length === Number(rows) && oldest !== undefined;
  const body = html`<p class="soft crumb"><a href="/settings">All settings</a></p>
<section class="card"><h2 class="with-exports">Who did what ${exportLinks(view, table)}</h2>
${tableOf(table)}
<p class="row-actions">${before === undefined ? "" : html`<a class="button" href="${hrefWith(view, { before: undefined })}">Newest</a>`}
${hasMore ? html`<a class="button" href="${hrefWith(view, { before: String(oldest) })}">Older</a>` : ""}
${rows === "10000" ? "" : html`<a class="button" href="${hrefWith(view, { rows: "10000" })}">10,000 at once, for an export</a>`}</p></section>`;
  return { status: "page", title: "Audit log", nav: "Settings", body, tables: [table] };
}

/** Entries as a table. Machines have their names of now. */
export async function auditTable(
  entries: readonly AuditEntry[],
  store: Pick<Store, "machines">,
  now: number,
): Promise<Table> {
  const heads = { at: "When", who: "Who", what: "What", from: "From" };
  const names = entries.some(isOfMachine) ? namesOf(await store.machines()) : new Map<string, string>();
  return {
    name: "audit",
    caption: "Audit log",
    columns: columnsOf(heads, ["at", "who", "what", "from"]),
    rows: entries.map((entry) => [
      { value: new Date(entry.at).toISOString(), shown: timeOf(entry.at, now) },
      entry.who,
      wordsOf(entry, names),
      { value: entry.from, shown: entry.from ?? "the command line" },
    ]),
  };
}

function isOfMachine({ action }: AuditEntry): boolean {
  return action.startsWith("machine.") || action.startsWith("token.");
}

function wordsOf(entry: AuditEntry, names: ReadonlyMap<string, string>): string {
  const { action, times } = entry;
  const subject = isOfMachine(entry) ? machineIn(entry, names) : entry.subject;
  const words = Object.hasOwn(AUDIT_ACTIONS, action)
    ? AUDIT_ACTIONS[action as AuditAction].replace("%", () => subject)
    : `${action.replaceAll(/[._]/g, " ")} ${subject}`.trim();
  return times === 1 ? words : `${words}, ${times} times within an hour`;
}

/** A subject begins with a machine's id. That of a merge has a second one, that of a token its beginning. */
function machineIn({ action, subject }: AuditEntry, names: ReadonlyMap<string, string>): string {
  const [id = "", into = ""] = subject.split(" ");
  const nameOf = (one: string) => names.get(one) ?? one;
  return action === "machine.merge" ? `${nameOf(id)} into ${nameOf(into)}` : nameOf(id);
}
