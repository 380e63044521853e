import { addDays, daysFrom, isoWeek, torontoDay, weekStart } from "../../base/calendar.ts";
import { dayName, dayNames, weekdayName } from "../../text/times.ts";
import { type Entry, type Group, groupsOf } from "../groups.ts";
import type { GroupKey } from "../keys.ts";
import type { RecordedDay } from "../use.ts";
import type { PageBy } from "./facts.ts";

/** The most columns that have room for their values on a phone. */
const MOST = 14;
const WEEKEND = 6;

/** The place of a day or a week in the chart. */
export interface Column {
  /** Such as `Fri 20 Nov`, or `2026-W47, 16-22 Nov`. */
  readonly title: string;
  /** Two short lines below it. */
  readonly foot: readonly [string, string];
  readonly isWeekend: boolean;
  readonly isToday: boolean;
  /** By what the chart is stacked by; absent without a record. */
  readonly group: Group | undefined;
}

/** The last columns up to the last recorded day, oldest first. Days and weeks without a record have one too. */
export function columnsOf(
  entries: readonly Entry[],
  days: readonly RecordedDay[],
  [by, inner]: readonly [PageBy, GroupKey],
  now: number,
): Column[] {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const groups = new Map(groupsOf(entries, [by, inner], days).map((group) => [group.value, group]));
  return by === "day" ? dayColumns(last, groups, now) : weekColumns(first, last, groups, now);
}

function dayColumns(last: string, groups: ReadonlyMap<string, Group>, now: number): Column[] {
  const today = torontoDay(now);
  return daysFrom(addDays(last, 1 - MOST), last).map((day) => {
    const title = weekdayName(day);
    const [weekday = "", number = ""] = title.split(" ");
    const isWeekend = addDays(weekStart(day), WEEKEND - 1) <= day;
    return { title, foot: [weekday, number], isWeekend, isToday: day === today, group: groups.get(day) };
  });
}

function weekColumns(first: string, last: string, groups: ReadonlyMap<string, Group>, now: number): Column[] {
  const thisWeek = weekStart(torontoDay(now));
  return daysFrom(weekStart(first), last)
    .filter((day) => day === weekStart(day))
    .slice(-MOST)
    .map((monday) => {
      const [number = "", month = ""] = dayName(monday).split(" ");
      const week = isoWeek(monday);
      const group = groups.get(week);
      return {
        title: `${week}, ${dayNames(group?.from ?? monday, group?.to ?? addDays(monday, WEEKEND))}`,
        foot: [number, month],
        isWeekend: false,
        isToday: monday === thisWeek,
        group,
      };
    });
}
