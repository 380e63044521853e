import { addDays, daysFrom, isoWeek, weekStart } from "../base/calendar.ts";
import { dayName, dayNames } from "../text/times.ts";
import type { PageBy } from "./page/facts.ts";
import type { DayUse } from "./use.ts";
import { weeksOf } from "./weeks.ts";

/** The place of a day or a week in the chart. */
export interface Place {
  /** Below the chart, such as `20 Nov`. */
  readonly date: string;
  /** Such as `2026-11-20`, or `2026-W47 (16-22 Nov)`. */
  readonly name: string;
  /** Absent if there is no record. */
  readonly use: Pick<DayUse, "state" | "models" | "total"> | undefined;
}

/** The places from the first day to the last. Days and weeks without a record have one too. */
export function placesOf(days: readonly DayUse[], by: PageBy): Place[] {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  if (by === "day") {
    const byDay = new Map(days.map((use) => [use.day, use]));
    return daysFrom(first, last).map((day) => ({ date: dayName(day), name: day, use: byDay.get(day) }));
  }
  const byWeek = new Map(weeksOf(days).map((use) => [use.week, use]));
  return daysFrom(weekStart(first), last)
    .filter((day) => day === weekStart(day))
    .map((monday) => {
      const week = isoWeek(monday);
      const use = byWeek.get(week);
      const [from, to] = [use?.from ?? monday, use?.to ?? addDays(monday, 6)];
      return { date: dayName(from), name: `${week} (${dayNames(from, to)})`, use };
    });
}
