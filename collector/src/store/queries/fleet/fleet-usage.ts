import { addDays, daysFrom, isDay } from "../../../../../src/base/calendar.ts";
import type { FleetGroup, FleetQuery, FleetRow, FleetUsage, FleetUsages } from "../../fleet-records.ts";
import { SumTable } from "../../packs/index.ts";
import type { UsageQuery } from "../../records.ts";
import type { Reading } from "../reading.ts";
import { combined, type DayRow, isUsed } from "./day-row.ts";
import { byDayAndModel, dayRows, heldDays } from "./day-rows.ts";
import { type GroupKey, groupSums } from "./group-sums.ts";
import type { GroupTable } from "./kept-tables.ts";
import { type FleetKept, type Moment, momentOf } from "./moment.ts";
import { Ranking } from "./ranking.ts";
import { accountsOf, machinesOf, type Subject, subjectsOf } from "./subjects.ts";
import { addTo, usageSum } from "./sums.ts";

const USUAL_TOP = 8;
const MAX_TOP = 50;
const FIRST_DAY = "0000-01-01";

type Filters = Omit<UsageQuery, "by">;
/** Of each group, in their order. */
type Shown = readonly (readonly DayRow[])[];
/** What is the same however the use is grouped. */
type Common = Pick<FleetUsage, "days" | "total" | "before"> & { readonly whole: readonly DayRow[] };

/** Few rows for a chart, and the sums beside it. The groups that are not shown are what is left of the whole. */
export async function fleetUsage(
  reading: Reading,
  kept: FleetKept,
  { by, ...query }: FleetQuery,
): Promise<FleetUsage> {
  const { [by]: use } = await fleetUsages(reading, kept, query, [by]);
  return use;
}

/** The same by several groupings, from one reading of what they share. */
export async function fleetUsages<By extends GroupKey>(
  reading: Reading,
  kept: FleetKept,
  { top = USUAL_TOP, rankedBy, ...filters }: Omit<FleetQuery, "by">,
  groupings: readonly By[],
): Promise<Pick<FleetUsages, By>> {
  const moment = await momentOf(reading, kept);
  const common = await commonOf(moment, filters);
  const ofMachines = groupings.flatMap((by: GroupKey) => (by === "model" ? [] : [by]));
  const tables = await groupSums(moment, filters, ofMachines);
  const answer: Partial<Record<GroupKey, FleetUsage>> = {};
  for (const by of groupings) {
    const table = tables[(ofMachines as GroupKey[]).indexOf(by)] ?? modelTable(common.whole);
    const ranking = new Ranking(table, filters.to, rankedBy);
    const keys = ranking.top(Math.min(top, MAX_TOP)).map((row) => ranking.keyOf(row));
    const shown = by === "model" ? ofModels(common.whole, keys) : await rowsOf(moment, filters, by, keys);
    answer[by] = usageOf(common, shown, keys, ranking.rows.length - keys.length);
  }
  return answer as Pick<FleetUsages, By>;
}

function usageOf(
  { whole, ...common }: Common,
  shown: Shown,
  keys: readonly (string | null)[],
  rest: number,
): FleetUsage {
  const left = rest === 0 ? [] : without(whole, shown);
  let rows: FleetRow[] | undefined;
  const ordered = () =>
    [...shown, left]
      .flatMap((own, group) => own.map(({ day, model, counts }): FleetRow => ({ day, group, model, counts })))
      .sort(byKeys);
  return {
    ...common,
    groups: keys.map((key, index): FleetGroup => ({ key, sum: usageSum(shown[index] ?? []) })),
    others: rest === 0 ? undefined : { count: rest, sum: usageSum(left) },
    // A page draws those of one grouping, and of the others the sums alone.
    get rows() {
      rows ??= ordered();
      return rows;
    },
  };
}

/** The range and the period before are read at once. */
async function commonOf(moment: Moment, filters: Filters): Promise<Common> {
  const { from } = filters;
  const before = rangeBefore(filters);
  const both = { ...filters, from: before.from < from ? before.from : from };
  const whole = await wholeOf(moment, both);
  const held = await heldDays(moment.reading, both);
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
  for (const row of whole) addTo(table, row.model, row);
  return table;
}

/** What all that filters choose used, by day and model. */
async function wholeOf(moment: Moment, filters: Filters): Promise<readonly DayRow[]> {
  const subjects = subjectsOf(filters, moment.roots);
  if (subjects === undefined) return dayRows(moment.reading, { ...filters, by: ["day", "model"] });
  const [first = [], ...others] = [...(await daysOf(moment, filters, subjects)).values()];
  return others.length === 0 ? first : added([first, ...others]);
}

async function rowsOf(
  moment: Moment,
  filters: Filters,
  by: Exclude<GroupKey, "model">,
  keys: readonly (string | null)[],
): Promise<Shown> {
  // An empty filter would be none.
  if (keys.length === 0) return [];
  const isPart = by === "account" ? filters.machine?.length : filters.account?.length;
  if (isPart) {
    const rows = await dayRows(moment.reading, { ...filters, [by]: keys, by: ["day", by, "model"] });
    return keys.map((key) => rows.filter((row) => row.key === key));
  }
  const subjects = by === "account" ? accountsOf(keys) : machinesOf(keys, moment.roots);
  const days = await daysOf(moment, filters, subjects);
  return subjects.map((subject) => days.get(subject) ?? []);
}

async function daysOf(
  { reading, kept, history }: Moment,
  { from, to, model }: Filters,
  subjects: readonly Subject[],
): Promise<Map<Subject, readonly DayRow[]>> {
  const days = await kept.days.of(reading, history, subjects, { from, to });
  const models = model?.length ? new Set(model) : undefined;
  if (models === undefined) return new Map(days);
  return new Map([...days].map(([subject, rows]) => [subject, rows.filter((row) => models.has(row.model))]));
}

function ofModels(whole: readonly DayRow[], keys: readonly (string | null)[]): Shown {
  return keys.map((key) => whole.filter(({ model }) => model === key));
}

function byDay(rows: readonly DayRow[]): Map<string, DayRow[]> {
  const days = new Map<string, DayRow[]>();
  for (const row of rows) {
    const known = days.get(row.day);
    if (known === undefined) days.set(row.day, [row]);
    else known.push(row);
  }
  return days;
}

/** Rows of several groups as those of one. */
function added([first = [], ...others]: Shown): DayRow[] {
  const days = byDay(first);
  for (const row of others.flat()) {
    const own = days.get(row.day) ?? [];
    days.set(row.day, own);
    const at = own.findIndex(({ model }) => model === row.model);
    const known = own[at];
    if (known === undefined) own.push({ ...row, key: null });
    else own[at] = combined(known, row, 1);
  }
  return [...days.values()].flat().sort(byDayAndModel);
}

/** What is left of the whole without some of its parts. */
function without(whole: readonly DayRow[], parts: Shown): DayRow[] {
  const left = byDay(whole);
  for (const row of parts.flat()) {
    const own = left.get(row.day);
    const at = own?.findIndex(({ model }) => model === row.model) ?? -1;
    const known = own?.[at];
    if (own !== undefined && known !== undefined) own[at] = combined(known, row, -1);
  }
  return [...left.values()].flat().filter(isUsed);
}

function byKeys(a: FleetRow, b: FleetRow): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return a.group - b.group || (a.model < b.model ? -1 : 1);
}
