import { addDays, daysFrom, isDay } from "../../../../src/base/calendar.ts";

/** The ranges that have a name, by their days. */
export const RANGES = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 } as const;
export type RangeName = keyof typeof RANGES;

/** The days that a page is about, both ends included. */
export interface PageRange {
  /** Undefined if its days were given. */
  readonly name: RangeName | undefined;
  readonly from: string;
  readonly to: string;
  /** How many days it has. */
  readonly length: number;
  /** As many days, just before. */
  readonly before: { readonly from: string; readonly to: string };
}

/** A parameter that is wrong, by its name, and how it must be. */
export interface WrongQuery {
  readonly status: "wrong_query";
  readonly parameter: string;
  readonly must: string;
}

const USUAL: RangeName = "30d";
/** How many days a range may have: 10 years. */
const MAX_DAYS = 3_653;
/** With it, the days before a range are days too. */
const FIRST_DAY = "1990-01-01";

/** Reads `range`, or `from` and `to`. Days after today are left out. @param today the Toronto day */
export function rangeOf(
  { range, from, to }: Readonly<Partial<Record<"range" | "from" | "to", string>>>,
  today: string,
): ({ readonly status: "ok" } & PageRange) | WrongQuery {
  if (from === undefined && to === undefined) {
    const name = range ?? USUAL;
    if (!Object.hasOwn(RANGES, name)) return wrong("range", `one of ${Object.keys(RANGES).join(", ")}`);
    const known = name as RangeName;
    return { status: "ok", ...rangeFrom(known, addDays(today, 1 - RANGES[known]), today) };
  }
  if (range !== undefined) return wrong("range", "absent where from or to is there");
  const last = to === undefined || to === "" ? today : to;
  if (!isDay(last) || last < FIRST_DAY) return wrong("to", `a day from ${FIRST_DAY} on, as YYYY-MM-DD`);
  const end = last < today ? last : today;
  const first = from === undefined || from === "" ? addDays(end, 1 - RANGES[USUAL]) : from;
  if (!isDay(first) || first < FIRST_DAY) return wrong("from", `a day from ${FIRST_DAY} on, as YYYY-MM-DD`);
  if (first > last) return wrong("from", "a day that is not after the last one");
  if (first > today) return wrong("from", "a day that is not after today");
  if (first < addDays(end, 1 - MAX_DAYS)) return wrong("from", "at most 10 years before the last day");
  return { status: "ok", ...rangeFrom(undefined, first, end) };
}

function rangeFrom(name: RangeName | undefined, from: string, to: string): PageRange {
  const { length } = daysFrom(from, to);
  return { name, from, to, length, before: { from: addDays(from, -length), to: addDays(from, -1) } };
}

function wrong(parameter: string, must: string): WrongQuery {
  return { status: "wrong_query", parameter, must };
}
