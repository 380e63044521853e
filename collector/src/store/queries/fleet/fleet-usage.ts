import type { Kysely } from "kysely";
import { addDays, daysFrom, isDay } from "../../../../../src/base/calendar.ts";
import type { FleetGroup, FleetQuery, FleetRow, FleetUsage } from "../../fleet-records.ts";
import type { UsageQuery } from "../../records.ts";
import type { Tables } from "../../tables.ts";
import { type Group, queryGroups, usageCounts } from "../usage.ts";
import { groupSums } from "./group-sums.ts";
import { ranked } from "./ranking.ts";
import { type DayModel, usageSum } from "./sums.ts";

const USUAL_TOP = 8;
const MAX_TOP = 50;
const FIRST_DAY = "0000-01-01";

type Filters = Omit<UsageQuery, "by">;
type Row = DayModel & { readonly group: number };

/** Few rows for a chart, and the sums beside it. The groups that are not shown are what is left of the whole. */
export async function fleetUsage(db: Kysely<Tables>, query: FleetQuery): Promise<FleetUsage> {
  const { by, top = USUAL_TOP, ...filters } = query;
  const all = ranked(await groupSums(db, filters, by), query.to);
  const keys = all.slice(0, Math.min(top, MAX_TOP)).map(({ key }) => key);
  const whole = await dayModels(db, filters);
  const shown = await rowsOf(db, filters, by, keys);
  const left = without(whole, shown);
  const groups = keys.map((key, index): FleetGroup => ({ key, sum: usageSum(ofGroup(shown, index)) }));
  const rest = all.length - keys.length;
  const others = left.map((row): Row => ({ ...row, group: keys.length }));
  return {
    groups,
    others: rest === 0 ? undefined : { count: rest, sum: usageSum(left) },
    rows: [...shown, ...(rest === 0 ? [] : others)].sort(byKeys).map(fleetRow),
    days: await heldDays(db, filters),
    total: usageSum(whole),
    before: await periodBefore(db, filters),
  };
}

async function dayModels(db: Kysely<Tables>, filters: Filters): Promise<DayModel[]> {
  return (await queryGroups(db, { ...filters, by: ["day", "model"] })).map(dayModel);
}

const dayModel = ({ keys, sums }: Group): DayModel => ({
  day: keys.day ?? "",
  model: keys.model ?? "",
  sums,
});

async function rowsOf(
  db: Kysely<Tables>,
  filters: Filters,
  by: FleetQuery["by"],
  keys: readonly (string | null)[],
): Promise<Row[]> {
  // An empty filter would be none.
  if (keys.length === 0) return [];
  const places = new Map(keys.map((key, index) => [key, index]));
  const rows = await queryGroups(db, {
    ...filters,
    [by]: keys,
    by: by === "model" ? ["day", by] : ["day", by, "model"],
  });
  return rows.map((row) => ({ ...dayModel(row), group: places.get(row.keys[by] ?? null) ?? 0 }));
}

const ofGroup = (rows: readonly Row[], group: number) => rows.filter((row) => row.group === group);

/** What is left of the whole without some of its parts. */
function without(whole: readonly DayModel[], parts: readonly DayModel[]): DayModel[] {
  const keyOf = ({ day, model }: DayModel) => `${day} ${model}`;
  const left = new Map(whole.map((row) => [keyOf(row), row]));
  for (const part of parts) {
    const row = left.get(keyOf(part));
    if (row === undefined) continue;
    left.set(keyOf(part), { ...row, sums: row.sums.map((sum, index) => sum - (part.sums[index] ?? 0n)) });
  }
  return [...left.values()].filter(({ sums }) => sums.some((sum) => sum > 0n));
}

async function heldDays(db: Kysely<Tables>, filters: Filters): Promise<string[]> {
  return (await queryGroups(db, { ...filters, by: ["day"] })).map(({ keys }) => keys.day ?? "");
}

async function periodBefore(db: Kysely<Tables>, filters: Filters): Promise<FleetUsage["before"]> {
  const length = daysFrom(filters.from, filters.to).length;
  const [from, to] = [addDays(filters.from, -length), addDays(filters.from, -1)];
  // Before the year 0 there is nothing to compare with.
  const range = isDay(from) ? { from, to } : { from: FIRST_DAY, to: FIRST_DAY };
  const before = { ...filters, ...range };
  const days = (await heldDays(db, before)).length;
  return { ...range, days, sum: usageSum(days === 0 ? [] : await dayModels(db, before)) };
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
