import { addDays, torontoDay } from "../base/calendar.ts";
import { addCounts, type Counts, type Days, NO_COUNTS, tokensOf, totalOf } from "../contract/index.ts";

export type ModelUse = { readonly model: string } & Counts;

/** The usage of one recorded day. Models with the most tokens come first. */
export interface DayUse {
  readonly day: string;
  readonly state: "open" | "frozen";
  readonly models: readonly ModelUse[];
  readonly total: Counts;
}

/** The days to report: all recorded days unless limited. */
export interface Span {
  /** How many days, counting back from today. */
  readonly days?: number;
  /** The first day, `YYYY-MM-DD`. */
  readonly since?: string;
}

/** The recorded days of the span, oldest first. A day without a record is absent: its usage is unknown, not zero. */
export function usedDays(days: Days, { days: count, since }: Span, now: number): DayUse[] {
  const today = torontoDay(now);
  const first = since ?? (count === undefined ? "" : addDays(today, 1 - count));
  return Object.entries(days)
    .filter(([day]) => day >= first && day <= today)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { state, models }]) => {
      const uses = Object.entries(models).map(([model, counts]) => ({ ...counts, model }));
      return { day, state, models: uses.sort(byTokens), total: totalOf(Object.values(models)) };
    });
}

/** The usage of all these days by model. Models with the most tokens come first. */
export function usedModels(days: readonly DayUse[]): ModelUse[] {
  const sums = new Map<string, Counts>();
  for (const { model, ...counts } of days.flatMap(({ models }) => models)) {
    sums.set(model, addCounts(sums.get(model) ?? NO_COUNTS, counts));
  }
  return [...sums].map(([model, counts]) => ({ ...counts, model })).sort(byTokens);
}

function byTokens(a: ModelUse, b: ModelUse): number {
  return tokensOf(b) - tokensOf(a) || (a.model < b.model ? -1 : 1);
}
