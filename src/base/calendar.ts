import { DAY_MS, HOUR_MS } from "./durations.ts";

/** The time zone of all calendar days. */
export const TIME_ZONE = "America/Toronto";

/** Toronto is 4 or 5 hours behind UTC; its local mean time before 1895 was 5 h 17 min 32 s behind. */
const MIN_OFFSET_MS = 3 * HOUR_MS;
const MAX_OFFSET_MS = 6 * HOUR_MS;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const formatter = new Intl.DateTimeFormat("en-CA", {
  timeZone: TIME_ZONE,
  calendar: "iso8601",
  numberingSystem: "latn",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/**
 * The Toronto calendar day of an instant, as `YYYY-MM-DD`.
 * @param epochMilliseconds a date in the years 1 to 9999; throws RangeError for anything else
 */
export function torontoDay(epochMilliseconds: number): string {
  const part = { year: "", month: "", day: "" };
  for (const { type, value } of formatter.formatToParts(epochMilliseconds)) {
    if (type === "year" || type === "month" || type === "day") part[type] = value;
  }
  return `${part.year.padStart(4, "0")}-${part.month}-${part.day}`;
}

/** The day `count` days after `day`, or before it if `count` is negative. Calendar arithmetic: no clock, no time zone. */
export function addDays(day: string, count: number): string {
  return new Date(utcMidnight(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The days from `first` to `last`, both included. Empty if `first` is after `last`. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The first instant of a Toronto day, in epoch milliseconds. */
export function startOfDay(day: string): number {
  const midnight = utcMidnight(day);
  for (const offset of [5 * HOUR_MS, 4 * HOUR_MS]) {
    const start = midnight + offset;
    if (torontoDay(start) === day && torontoDay(start - 1) !== day) return start;
  }
  let before = midnight + MIN_OFFSET_MS - 1;
  let within = midnight + MAX_OFFSET_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (torontoDay(middle) < day) before = middle;
    else within = middle;
  }
  return within;
}

/** Consecutive days whose bounds are computed once, so that finding the day of an instant needs no formatter. */
export class DayRange {
  /** The range's first day, even if the range is empty. */
  readonly first: string;
  readonly days: readonly string[];
  /** `bounds[i]` is the first instant of `days[i]`; the last entry is the first instant after the range. */
  readonly bounds: Float64Array;

  constructor(first: string, last: string) {
    this.first = first;
    this.days = daysFrom(first, last);
    this.bounds = Float64Array.from([...this.days, addDays(last, 1)], startOfDay);
  }

  /** The index in `days` of the day of an instant; -1 outside the range. */
  indexOf(epochMilliseconds: number): number {
    const { bounds } = this;
    const start = bounds[0];
    if (start === undefined || !(epochMilliseconds >= start)) return -1;
    // A day is 23 to 25 hours long, so the guess is at most one too high or too low.
    let index = Math.min(Math.floor((epochMilliseconds - start) / DAY_MS), this.days.length);
    while (index > 0 && epochMilliseconds < (bounds[index] ?? Number.POSITIVE_INFINITY)) index--;
    while (index < this.days.length && epochMilliseconds >= (bounds[index + 1] ?? 0)) index++;
    return index < this.days.length ? index : -1;
  }
}

/** Whether a text is a calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const midnight = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

function utcMidnight(day: string): number {
  if (!isDay(day)) throw new RangeError("a day is YYYY-MM-DD");
  return Date.parse(`${day}T00:00:00Z`);
}
