import { addDays, daysFrom, isDay } from "../../../../../src/base/calendar.ts";
import type { FleetGroup, FleetQuery, FleetRow, FleetUsage, FleetUsages } from "../../fleet-records.ts";
import { SumTable } from "../../packs/index.ts";
import type { UsageQuery } from "../../records.ts";
import type { Reading } from "../reading.ts";
import { usageCounts } from "../usage.ts";
import { type DayRow, dayRows } from "./day-rows.ts";
import { type GroupKey, type GroupTable, groupSums } from "./group-sums.ts";
import { Ranking } from "./ranking.ts";
import { usageSum } from "./sums.ts";

const USUAL_TOP = 8;
const MAX_TOP = 50;
const FIRST_DAY = "0000-01-01";

type Filters = Omit<UsageQuery, "by">;
type Row = Omit<DayRow, "key"> & { readonly group: number };
/** What is the same however the use is grouped. */
type Common = Pick<FleetUsage, "days" | "total" | "before"> & { readonly whole: readonly DayRow[] };

/** Few rows for a chart, and the sums beside it. The groups that are not shown are what is left of the whole. */
export async function fleetUsage(reading: Reading, { by, ...query }: FleetQuery): Promise<FleetUsage> {
  const { [by]: use } = await fleetUsages(reading, query, [by]);
  return use;
}

/** The same by several groupings, from one reading of what they share. */
export async function fleetUsages<By extends GroupKey>(
  reading: Reading,
  { top = USUAL_TOP, ...filters }: Omit<FleetQuery, "by">,
  groupings: readonly By[],
): Promise<Pick<FleetUsages, By>> {
  const common = await commonOf(reading, filters);
  const ofMachines = groupings.flatMap((by: GroupKey) => (by === "model" ? [] : [by]));
  const tables = await groupSums(reading, filters, ofMachines);
  const answer: Partial<Record<GroupKey, FleetUsage>> = {};
  for (const by of groupings) {
    const table = tables[(ofMachines as GroupKey[]).indexOf(by)] ?? modelTable(common.whole);
    const ranking = new Ranking(table, filters.to);
    const keys = ranking.rows.slice(0, Math.min(top, MAX_TOP)).map((row) => ranking.keyOf(row));
    const shown = by === "model" ? ofModels(common.whole, keys) : await rowsOf(reading, filters, by, keys);
    answer[by] = usageOf(common, shown, keys, ranking.rows.length - keys.length);
  }
  return answer as Pick<FleetUsages, By>;
}

function usageOf(
  { whole, ...common }: Common,
  shown: readonly Row[],
  keys: readonly (string | null)[],
  rest: number,
): FleetUsage {
  const left = without(whole, shown);
  const byGroup = keys.map((): Row[] => []);
  for (const row of shown) byGroup[row.group]?.push(row);
  let rows: FleetRow[] | undefined;
  const ordered = () => {
    const others = left.map((row): Row => ({ ...row, group: keys.length }));
    return [...shown, ...(rest === 0 ? [] : others)].sort(byKeys).map(fleetRow);
  };
  return {
    ...common,
    groups: keys.map((key, index): FleetGroup => ({ key, sum: usageSum(byGroup[index] ?? []) })),
    others: rest === 0 ? undefined : { count: rest, sum: usageSum(left) },
    // A page draws those of one grouping, and of the others the sums alone.
    get rows() {
      rows ??= ordered();
      return rows;
    },
  };
}

/** The range and the period before are read at once. */
async function commonOf(reading: Reading, filters: Filters): Promise<Common> {
  const { from } = filters;
  const before = rangeBefore(filters);
  const both = { ...filters, from: before.from < from ? before.from : from };
  const whole = await dayRows(reading, { ...both, by: ["day", "model"] });
  const held = (await dayRows(reading, { ...both, by: ["day"] })).map(({ day }) => day);
  // Before the year 0 there is nothing to compare with.
  const isBefore = (day: string) => day < from && before.from < from;
  const now = whole.filter(({ day }) => !isBefore(day));
  return {
    whole: now,
    days: held.filter((day) => !isBefore(day)),
    total: usageSum(now),
    before: {
      ...before,
      days: held.filter(isBefore).length,
      sum: usageSum(whole.filter(({ day }) => isBefore(day))),
    },
  };
}

function rangeBefore({ from, to }: Filters): { from: string; to: string } {
  const { length } = daysFrom(from, to);
  const range = { from: addDays(from, -length), to: addDays(from, -1) };
  return isDay(range.from) ? range : { from: FIRST_DAY, to: FIRST_DAY };
}

function modelTable(whole: readonly DayRow[]): GroupTable {
  const table: GroupTable = new SumTable();
  for (const { model, sums } of whole) table.addExact(table.row(model), table.column(model), sums, 1);
  return table;
}

function ofModels(whole: readonly DayRow[], keys: readonly (string | null)[]): Row[] {
  const places = new Map(keys.map((key, index) => [key, index]));
  return whole.flatMap((row): Row[] => {
    const group = places.get(row.model);
    return group === undefined ? [] : [{ ...row, group }];
  });
}

async function rowsOf(
  reading: Reading,
  filters: Filters,
  by: Exclude<GroupKey, "model">,
  keys: readonly (string | null)[],
): Promise<Row[]> {
  // An empty filter would be none.
  if (keys.length === 0) return [];
  const places = new Map(keys.map((key, index) => [key, index]));
  const rows = await dayRows(reading, { ...filters, [by]: keys, by: ["day", by, "model"] });
  return rows.map((row) => ({ ...row, group: places.get(row.key) ?? 0 }));
}

/** What is left of the whole without some of its parts. */
function without(whole: readonly DayRow[], parts: readonly Row[]): DayRow[] {
  const left = new Map(whole.map((row) => [`${row.day} ${row.model}`, { ...row, sums: [...row.sums] }]));
  for (const { day, model, sums } of parts) {
    const row = left.get(`${day} ${model}`);
    for (const [index, sum] of sums.entries())
      if (row !== undefined) row.sums[index] = (row.sums[index] ?? 0n) - sum;
  }
  return [...left.values()].filter(({ sums }) => sums.some((sum) => sum > 0n));
}

function byKeys(a: Row, b: Row): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return a.group - b.group || (a.model < b.model ? -1 : 1);
}

const fleetRow = ({ day, group, model, sums }: Row): FleetRow => ({
  day,
  group,
  model,
  ...usageCounts(sums),
});
