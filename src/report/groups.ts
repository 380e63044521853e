import { addDays, isoWeek, weekStart } from "../base/calendar.ts";
import { type Counts, tokensOf, totalOf } from "../contract/index.ts";
import { type TotalCost, totalCostOf } from "../prices/index.ts";
import { type GroupKey, isTime } from "./keys.ts";
import type { DayUse, RecordedDay } from "./use.ts";

/** What was used: of one model, on one day, and where if that is known. */
export interface Entry {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly model: string;
  readonly counts: Counts;
  /** The hour in local time, as `2026-11-20T14:00`. */
  readonly hour?: string;
  readonly project?: string;
  readonly session?: string;
  /** The machine's name; only the collector knows several. */
  readonly machine?: string;
}

/** Counts, and what they cost at API list prices. */
export interface Sum {
  readonly counts: Counts;
  readonly cost: TotalCost;
}

/** Everything used on one day, in one week, by one model, and so on. */
export interface Group extends Sum {
  readonly key: GroupKey;
  readonly value: string;
  /** The first and the last of its days; absent if it has no entry. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Only of groups by day or week. */
  readonly state: RecordedDay["state"] | undefined;
  readonly entries: readonly Entry[];
  /** By the second key; empty without one. */
  readonly groups: readonly Group[];
}

/** The entries of recorded days. */
export function entriesOf(days: readonly DayUse[]): Entry[] {
  return days.flatMap(({ day, models }) => models.map(({ model, ...counts }) => ({ day, model, counts })));
}

/**
 * The entries by one key, or by two. Groups by time are in its order; of others, what cost the most comes first, and what
 * has no price by its tokens.
 * @param days the recorded days: those without an entry are groups too, if they are grouped by time
 */
export function groupsOf(
  entries: readonly Entry[],
  [key, next]: readonly [GroupKey] | readonly [GroupKey, GroupKey],
  days: readonly RecordedDay[] = [],
): Group[] {
  const byValue = new Map<string, Entry[]>();
  if (key !== "hour" && isTime(key)) for (const { day } of days) byValue.set(keyValue(key, { day }), []);
  for (const entry of entries) {
    const value = keyValue(key, entry);
    const known = byValue.get(value);
    if (known === undefined) byValue.set(value, [entry]);
    else known.push(entry);
  }
  const groups = [...byValue].map(([value, own]): Group => {
    const ownDays = days.filter(
      ({ day }) => isTime(key) && key !== "hour" && keyValue(key, { day }) === value,
    );
    const dates = [...ownDays.map(({ day }) => day), ...own.map(({ day }) => day)].sort();
    return {
      key,
      value,
      from: dates[0],
      to: dates.at(-1),
      state: stateOf(key, ownDays),
      ...sumOf(own),
      entries: own,
      groups: next === undefined ? [] : groupsOf(own, [next]),
    };
  });
  return groups.sort(isTime(key) ? byName : byCost);
}

export function sumOf(entries: readonly Entry[]): Sum {
  return { counts: totalOf(entries.map(({ counts }) => counts)), cost: totalCostOf(entries) };
}

/** What a group is sorted and drawn by: dollars if anything has a price, else 0. */
export function dollarsOf({ cost }: Sum): number {
  return cost.status === "priced" ? cost.usd : 0;
}

function byName(a: Group, b: Group): number {
  return a.value < b.value ? -1 : 1;
}

function byCost(a: Group, b: Group): number {
  return dollarsOf(b) - dollarsOf(a) || tokensOf(b.counts) - tokensOf(a.counts) || byName(a, b);
}

/** What the group of entries is called whose model, project, session or hour is not known. */
export const UNKNOWN = "unknown";
const MONTH = "YYYY-MM".length;

function keyValue(key: GroupKey, entry: Pick<Entry, "day"> & Partial<Entry>): string {
  switch (key) {
    case "day":
      return entry.day;
    case "week":
      return isoWeek(weekStart(entry.day));
    case "month":
      return entry.day.slice(0, MONTH);
    case "hour":
    case "model":
    case "project":
    case "session":
    case "machine":
      return entry[key] ?? UNKNOWN;
  }
}

/** A day is final once it is frozen; a week, once its Sunday is. */
function stateOf(key: GroupKey, days: readonly RecordedDay[]): RecordedDay["state"] | undefined {
  const last = days.at(-1);
  if (last === undefined || (key !== "day" && key !== "week")) return undefined;
  const isOver = key === "day" || last.day === addDays(weekStart(last.day), 6);
  return isOver && days.every(({ state }) => state === "frozen") ? "frozen" : "open";
}
