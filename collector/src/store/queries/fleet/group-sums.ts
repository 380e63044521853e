import { type Days, type PackedUse, packedUse, SumTable } from "../../packs/index.ts";
import type { UsageQuery } from "../../records.ts";
import { queryGroups } from "../usage.ts";
import { dayRows } from "./day-rows.ts";
import { type GroupTable, KeptTable } from "./kept-tables.ts";
import type { Moment } from "./moment.ts";
import { addRecords, mergedRecords } from "./records.ts";
import { addTo } from "./sums.ts";

export const GROUPS = ["model", "machine", "account"] as const;
export type GroupKey = (typeof GROUPS)[number];

type Filters = Omit<UsageQuery, "by">;
type OfMachines = Exclude<GroupKey, "model">;

/** What each group used of each model: by machine, by account, or both. */
export async function groupSums(
  moment: Moment,
  query: Filters,
  groupings: readonly OfMachines[],
): Promise<GroupTable[]> {
  if (groupings.length === 0) return [];
  if (query.machine?.length) return Promise.all(groupings.map((by) => ofSomeMachines(moment, query, by)));
  const { prunedBefore, changes } = moment.history;
  const packed = await packedUse(
    { db: moment.reading.db, packs: moment.kept.packs },
    { ...query, prunedBefore, changes },
  );
  const tables: GroupTable[] = [];
  for (const by of groupings)
    tables.push(
      await (by === "account" ? byAccount(moment, query, packed) : byMachine(moment, query, packed)),
    );
  return tables;
}

async function ofSomeMachines({ reading }: Moment, query: Filters, by: OfMachines): Promise<GroupTable> {
  const table: GroupTable = new SumTable();
  for (const { keys, sums } of await queryGroups(reading.db, { ...query, by: [by, "model"] }))
    table.addExact(table.row(keys[by] ?? null), table.column(keys.model ?? ""), sums, 1);
  return table;
}

/** Tables are the same as long as all of this is. */
function nameOf(
  { history, roots }: Moment,
  by: OfMachines,
  { model, account }: Filters,
  { name, rest }: PackedUse,
) {
  return JSON.stringify([by, history.name, [...roots], model ?? [], account ?? [], rest, name]);
}

/** Each day has its sums by account. */
async function byAccount(moment: Moment, query: Filters, packed: PackedUse): Promise<GroupTable> {
  const { reading, kept } = moment;
  const { tables } = kept;
  const { table } = await tables.of(nameOf(moment, "account", query, packed), async () => {
    const made = new KeptTable(() => null);
    await packed.addTo([{ table: made.table, by: "account", keyOf: (_, account) => account || null }]);
    return made;
  });
  const whole = table.copy();
  for (const range of packed.rest) {
    const rows = await dayRows(reading, { ...query, ...range, by: ["day", "account", "model"] });
    for (const row of rows) addTo(whole, row.key, row);
  }
  return whole;
}

async function byMachine(moment: Moment, query: Filters, packed: PackedUse): Promise<GroupTable> {
  const { reading, roots } = moment;
  const names = new Map<number, string>();
  const keyOf = (machine: number): string => {
    const known = names.get(machine) ?? String(roots.get(machine) ?? machine);
    names.set(machine, known);
    return known;
  };
  const make = async () => {
    const made = new KeptTable(keyOf, query.model);
    await packed.addTo([{ table: made.table, by: "machine", keyOf }]);
    return made;
  };
  const { rest } = packed;
  const parts = query.account?.length ? undefined : await openParts(moment, query, rest);
  if (parts !== undefined) {
    const kept = await moment.kept.tables.of(nameOf(moment, "machine", query, packed), make);
    kept.bringTo(parts);
    return kept.table;
  }
  const { table } = await make();
  for (const range of rest) await addRecords(reading, { ...query, ...range }, table, keyOf);
  return table;
}

/** What machines used on open days, if it is kept: of those that stand alone, and of the others. */
async function openParts({ reading, kept, history }: Moment, query: Filters, rest: readonly Days[]) {
  const [range, ...others] = rest;
  if (range === undefined) return [];
  const alone = others.length > 0 ? undefined : await kept.open.of(reading, range, history.prunedBefore);
  return alone && [alone, await mergedRecords(reading, { ...query, ...range })];
}
