import { DAY_MS, HOUR_MS } from "./durations.ts";
import { quickTorontoDay } from "./toronto.ts";

/** The time zone of all calendar days. */
export const TIME_ZONE = "America/Toronto";

/** Toronto is 4 or 5 hours behind UTC; its local mean time before 1895 was 5 h 17 min 32 s behind. */
const MIN_OFFSET_MS = 3 * HOUR_MS;
const MAX_OFFSET_MS = 6 * HOUR_MS;

const DAYS_OF_YEAR = 366;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

let formatter: Intl.DateTimeFormat | undefined;

/**
 * The Toronto calendar day of an instant, as `YYYY-MM-DD`.
 * @param epochMilliseconds a date in the years 1 to 9999; throws RangeError for anything else
 */
export function torontoDay(epochMilliseconds: number): string {
  return quickTorontoDay(epochMilliseconds) ?? formattedDay(epochMilliseconds);
}

/**
 * The first day of the next year whose midnight is elsewhere in Node's time zones than by the rule that `torontoDay` knows;
 * undefined if there is none. A law may change the rule, and Node's time zones know it first.
 * @param now epoch milliseconds
 */
export function firstUnknownClock(now: number, rule = quickTorontoDay): string | undefined {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (let day = 0; day <= DAYS_OF_YEAR; day++) {
    // Midnight is at 4:00 or 5:00 in UTC. Before either, at, and after both, the day must be the same.
    for (const hour of [3, 4, 5]) {
      const at = today + day * DAY_MS + hour * HOUR_MS;
      const expected = formattedDay(at);
      if (rule(at) !== expected) return expected;
    }
  }
  return undefined;
}

function formattedDay(epochMilliseconds: number): string {
  formatter ??= new Intl.DateTimeFormat("en-CA", {
    timeZone: TIME_ZONE,
    calendar: "iso8601",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
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
  if (first > last) return days;
  for (let at = utcMidnight(first), day = first; day <= last; day = new Date(at).toISOString().slice(0, 10)) {
    days.push(day);
    at += DAY_MS;
  }
  return days;
}

/** The Monday of a day's week. */
export function weekStart(day: string): string {
  return addDays(day, -((new Date(utcMidnight(day)).getUTCDay() + 6) % 7));
}

/** The ISO 8601 week of a day, such as `2026-W47`. A week belongs to the year of its Thursday. */
export function isoWeek(day: string): string {
  const thursday = addDays(weekStart(day), 3);
  const year = thursday.slice(0, 4);
  const week = Math.floor((utcMidnight(thursday) - utcMidnight(`${year}-01-01`)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
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

/** Consecutive days. The start of each is computed once, when it is first needed, so a range can be of any length. */
export class DayRange {
  /** The range's first day, even if the range is empty. */
  readonly first: string;
  readonly length: number;
  /** The first instant of each day, and of the day after the last; NaN until it is needed. */
  readonly #starts: Float64Array;

  constructor(first: string, last: string) {
    this.first = first;
    this.length = Math.max(0, (utcMidnight(last) - utcMidnight(first)) / DAY_MS + 1);
    this.#starts = new Float64Array(this.length + 1).fill(Number.NaN);
  }

  /** The day at an index from 0 to `length`; the last is the day after the range. */
  dayAt(index: number): string {
    return addDays(this.first, index);
  }

  /** The index of the day of an instant; -1 outside the range. */
  indexOf(epochMilliseconds: number): number {
    const { length } = this;
    const start = this.#startOf(0);
    if (!(epochMilliseconds >= start)) return -1;
    // A day is 23 to 25 hours long, so the guess is at most one too high or too low.
    let index = Math.min(Math.floor((epochMilliseconds - start) / DAY_MS), length);
    while (index > 0 && epochMilliseconds < this.#startOf(index)) index--;
    while (index < length && epochMilliseconds >= this.#startOf(index + 1)) index++;
    return index < length ? index : -1;
  }

  #startOf(index: number): number {
    const known = this.#starts[index] ?? Number.NaN;
    if (!Number.isNaN(known)) return known;
    const start = startOfDay(this.dayAt(index));
    this.#starts[index] = start;
    return start;
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
