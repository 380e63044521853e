import { addDays, isDay } from "../../../src/base/calendar.ts";

/** The first day that anyone may ask for. With it, the days before a range are days too. */
export const FIRST_DAY = "1990-01-01";
/** How many days a range may have: 10 years. */
const MAX_DAYS = 3_653;
/** The days of a range without a first one. */
const USUAL_DAYS = 30;

/** Days, both inclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** What is wrong with a range, and how it must be. */
export interface WrongRange {
  readonly status: "wrong_range";
  readonly field: "from" | "to";
  readonly must: string;
}

/**
 * The one rule for ranges of days: of the API, of pages, of share links and of commands.
 * @param from without it, the range has 30 days
 */
export function readRange({
  from,
  to,
}: {
  readonly from: string | undefined;
  readonly to: string;
}): ({ readonly status: "ok" } & Range) | WrongRange {
  if (!isFromFirst(to)) return wrong("to", A_DAY);
  const first = from ?? laterOf(FIRST_DAY, addDays(to, 1 - USUAL_DAYS));
  if (!isFromFirst(first)) return wrong("from", A_DAY);
  if (first > to) return wrong("from", "a day that is not after the last one");
  if (first < addDays(to, 1 - MAX_DAYS)) return wrong("from", "at most 10 years before the last day");
  return { status: "ok", from: first, to };
}

const A_DAY = `a day from ${FIRST_DAY} on, as YYYY-MM-DD`;

function isFromFirst(day: string): boolean {
  return isDay(day) && day >= FIRST_DAY;
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

function wrong(field: WrongRange["field"], must: string): WrongRange {
  return { status: "wrong_range", field, must };
}
