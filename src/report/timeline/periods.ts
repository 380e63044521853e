import { addDays, daysFrom, isoWeek, weekStart } from "../../base/calendar.ts";
import { dayName, dayNames, monthName, weekdayName } from "../../text/times.ts";

/** How long each column of a chart is. */
export type PeriodUnit = "day" | "week" | "month";

/** A day, week or month of a range. The first and the last one may be cut by the range. */
export interface Period {
  readonly unit: PeriodUnit;
  /** `2026-11-20`, `2026-W47` or `2026-11`. */
  readonly key: string;
  /** Its days in the range. */
  readonly from: string;
  readonly to: string;
}

/** The most days that are drawn by day, and by week. */
const MOST_BY_DAY = 92;
const MOST_BY_WEEK = 371;

const MONTH = "YYYY-MM".length;
const YEAR = "YYYY".length;

export function unitOf(from: string, to: string): PeriodUnit {
  const { length } = daysFrom(from, to);
  if (length <= MOST_BY_DAY) return "day";
  return length <= MOST_BY_WEEK ? "week" : "month";
}

/** The key of the period that a day is in. */
export function periodKey(unit: PeriodUnit, day: string): string {
  switch (unit) {
    case "day":
      return day;
    case "week":
      return isoWeek(weekStart(day));
    case "month":
      return day.slice(0, MONTH);
  }
}

/** The range in days, weeks or months, oldest first: the longer it is, the longer they are. */
export function periodsOf(from: string, to: string): Period[] {
  const unit = unitOf(from, to);
  const periods: Period[] = [];
  for (let day = from; day <= to; ) {
    const end = endOf(unit, day);
    const last = end < to ? end : to;
    periods.push({ unit, key: periodKey(unit, day), from: day, to: last });
    day = addDays(last, 1);
  }
  return periods;
}

function endOf(unit: PeriodUnit, day: string): string {
  switch (unit) {
    case "day":
      return day;
    case "week":
      return addDays(weekStart(day), 6);
    case "month":
      return addDays(`${addDays(`${day.slice(0, MONTH)}-28`, 4).slice(0, MONTH)}-01`, -1);
  }
}

/** For people, with the year: `Fri 20 Nov 2026`, `16-22 Nov 2026`, `Nov 2026`. */
export function periodName({ unit, key, from, to }: Period): string {
  switch (unit) {
    case "day":
      return `${weekdayName(from)} ${from.slice(0, YEAR)}`;
    case "week":
      return `${dayNames(from, to)} ${to.slice(0, YEAR)}`;
    case "month":
      return monthName(key);
  }
}

/** As short as it can be below a column. */
export function shortPeriodName({ unit, key, from }: Period): string {
  return unit === "month" ? monthName(key) : dayName(from);
}
