import { addDays, daysFrom } from "../../../../src/base/calendar.ts";
import { readRange } from "../../api/index.ts";

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
  const given = readRange({ from: undefined, to: last });
  if (given.status !== "ok") return wrong("to", given.must);
  const end = last < today ? last : today;
  const shown = readRange({ from: from === "" ? undefined : from, to: end });
  return shown.status === "ok"
    ? { status: "ok", ...rangeFrom(undefined, shown.from, shown.to) }
    : wrong(shown.field, shown.must);
}

function rangeFrom(name: RangeName | undefined, from: string, to: string): PageRange {
  const { length } = daysFrom(from, to);
  return { name, from, to, length, before: { from: addDays(from, -length), to: addDays(from, -1) } };
}

function wrong(parameter: string, must: string): WrongQuery {
  return { status: "wrong_query", parameter, must };
}
