import { addDays, torontoDay } from "../base/calendar.ts";
import { type Counts, type Days, tokensOf, totalOf } from "../contract/index.ts";

export type ModelUse = { readonly model: string } & Counts;

/** A day whose usage is known. */
export interface RecordedDay {
  readonly day: string;
  readonly state: "open" | "frozen";
}

/** The usage of one recorded day. Models with the most tokens come first. */
export interface DayUse extends RecordedDay {
  readonly models: readonly ModelUse[];
  readonly total: Counts;
}

/** The days to report: all recorded days unless limited. */
export interface Span {
  /** How many days, counting back from the last. */
  readonly days?: number;
  /** The first day, `YYYY-MM-DD`. */
  readonly since?: string;
  /** The last day. Default: today. */
  readonly until?: string;
}

/** The first day of a span; empty if it has none. */
export function firstDay({ days: count, since, until }: Span, now: number): string {
  if (since !== undefined) return since;
  return count === undefined ? "" : addDays(until ?? torontoDay(now), 1 - count);
}

/** The recorded days of the span, oldest first. A day without a record is absent: its usage is unknown, not zero. */
export function usedDays(days: Days, span: Span, now: number): DayUse[] {
  const last = span.until ?? torontoDay(now);
  const first = firstDay(span, now);
  return Object.entries(days)
    .filter(([day]) => day >= first && day <= last)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { state, models }]) => {
      const uses = Object.entries(models).map(([model, counts]) => ({ ...counts, model }));
      return { day, state, models: uses.sort(byTokens), total: totalOf(Object.values(models)) };
    });
}

/** The first recorded day, if the span begins before it; else `undefined`. */
export function recordedFrom(days: Days, span: Span, now: number): string | undefined {
  const first = firstDay(span, now);
  const oldest = Object.keys(days).sort()[0];
  return first !== "" && oldest !== undefined && first < oldest ? oldest : undefined;
}

function byTokens(a: ModelUse, b: ModelUse): number {
  return tokensOf(b) - tokensOf(a) || (a.model < b.model ? -1 : 1);
}
