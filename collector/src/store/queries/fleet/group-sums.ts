import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { COUNT_COLUMNS } from "../../counts.ts";
import { addPacks, type Days, SumTable, type Target } from "../../packs/index.ts";
import type { UsageQuery } from "../../records.ts";
import { prunedUntil } from "../pruned-until.ts";
import type { Reading } from "../reading.ts";
import { mergedMachines, queryGroups } from "../usage.ts";
import { dayRows } from "./day-rows.ts";

export type GroupKey = "model" | "machine" | "account";
export type GroupTable = SumTable<string | null>;

type Filters = Omit<UsageQuery, "by">;
type OfMachines = Exclude<GroupKey, "model">;

/** Rows that are added before pushes get their turn. */
const TURN = 10_000;

/** What each group used of each model: by machine, by account, or both in one go. */
export async function groupSums(
  reading: Reading,
  query: Filters,
  groupings: readonly OfMachines[],
): Promise<GroupTable[]> {
  if (groupings.length === 0) return [];
  if (query.machine?.length) return Promise.all(groupings.map((by) => ofSomeMachines(reading, query, by)));
  const roots = groupings.includes("machine") ? await mergedMachines(reading.db) : new Map<number, number>();
  const names = new Map<number, string>();
  const idOf = (machine: number): string => {
    const known = names.get(machine) ?? String(roots.get(machine) ?? machine);
    names.set(machine, known);
    return known;
  };
  const targets = groupings.map((by): Target<string | null> => {
    const table: GroupTable = new SumTable();
    return by === "account"
      ? { by, table, keyOf: (_, account) => account || null }
      : { by, table, keyOf: idOf };
  });
  const prunedBefore = await prunedUntil(reading.db);
  const rest = await addPacks(reading, { ...query, prunedBefore }, targets);
  for (const range of rest) {
    for (const [index, by] of groupings.entries()) {
      const table = targets[index]?.table;
      if (table === undefined) continue;
      if (by === "account") await addAccounts(reading, { ...query, ...range }, table);
      else await addRecords(reading, { ...query, ...range, prunedBefore }, table, idOf);
    }
  }
  return targets.map(({ table }) => table);
}

async function ofSomeMachines({ db }: Reading, query: Filters, by: OfMachines): Promise<GroupTable> {
  const table: GroupTable = new SumTable();
  for (const { keys, sums } of await queryGroups(db, { ...query, by: [by, "model"] }))
    table.addExact(table.row(keys[by] ?? null), table.column(keys.model ?? ""), sums, 1);
  return table;
}

/** Each day has its sums by account. */
async function addAccounts(reading: Reading, query: Filters, table: GroupTable): Promise<void> {
  for (const { key, model, sums } of await dayRows(reading, { ...query, by: ["day", "account", "model"] }))
    table.addExact(table.row(key), table.column(model), sums, 1);
}

/** What each machine's records say of days that are not packed, such as today. */
async function addRecords(
  reading: Reading,
  query: Filters & Days & { readonly prunedBefore: string },
  table: GroupTable,
  idOf: (machine: number) => string,
): Promise<void> {
  const isKept = !query.account?.length && (await addKept(reading, query, table, idOf));
  const columns = await reading.columns(recordsOf(query, isKept));
  const machines = columns.numbers("machine");
  const models = columns.texts("model");
  const places = models.names.map((name) => table.column(name ?? ""));
  const parts = COUNT_COLUMNS.map((name) => columns.numbers(name));
  for (let at = 0; at < columns.length; at++) {
    const row = table.row(idOf(machines[at] ?? 0));
    const values = parts.map((part) => part[at] ?? 0);
    table.add(row, places[models.places[at] ?? 0] ?? 0, values, 1);
    if (at % TURN === TURN - 1) await nextTurn();
  }
}

/** Adds the machines that stand alone, which are in memory. @returns whether they are */
async function addKept(
  reading: Reading,
  { from, to, model, prunedBefore }: Filters & { readonly prunedBefore: string },
  table: GroupTable,
  idOf: (machine: number) => string,
): Promise<boolean> {
  const kept = await reading.open.of(reading, { from, to }, prunedBefore);
  if (kept === undefined) return false;
  const wanted = model?.length ? new Set(model) : undefined;
  for (const [machine, { models, counts }] of kept) {
    for (const [place, name] of models.entries()) {
      if (wanted?.has(name) === false) continue;
      table.addFrom(table.row(idOf(machine)), table.column(name), counts, place, 1);
    }
  }
  return true;
}

/** @param areMergedOnly only those of machines that are shown as one with others */
function recordsOf({ from, to, model, account }: Filters, areMergedOnly: boolean): RawBuilder<unknown> {
  const counts = sql.raw(COUNT_COLUMNS.map((name) => `u.${name}`).join(", "));
  const isModel = model?.length ? sql`u.model in (${sql.join(model)})` : sql`1 = 1`;
  const isAccount = account?.length
    ? sql`d.account in (${sql.join(account.map((name) => name ?? ""))})`
    : undefined;
  // A machine that stands alone has each day once: its account alone would have to be looked up.
  const record = sql`from machine_day d where d.machine = u.machine and d.day = u.day and d.counted = 1`;
  const merged = sql`(select id from machine where root in (select root from machine where id <> root))`;
  const isMerged = sql`m.id in ${merged} and exists (select 1 ${record})`;
  const isAny =
    isAccount === undefined
      ? sql`m.id not in ${merged} or ${isMerged}`
      : sql`exists (select 1 ${record} and ${isAccount})`;
  return sql`select u.machine, u.model, ${counts} from machine m cross join usage u
    where u.machine = m.id and u.day >= ${from} and u.day <= ${to} and ${isModel} and (${areMergedOnly ? isMerged : isAny})`;
}
