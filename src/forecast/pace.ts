import type { Window } from "./window.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The recent pace is measured over this share of a window: one day of a week, so that it includes a night, and 43
 * minutes of 5 hours. In the back-test (npm run bench:forecast), a tenth to a quarter does about equally well.
 */
const RECENT = 1 / 7;

/** An even pace, rounded down to a tenth of a percent. */
export interface Pace {
  readonly percent: number;
  readonly per: "hour" | "day";
}

/** The pace at which `left` percent lasts for `restMs`: per day if that is a day or more, else per hour. */
export function lastingPace(left: number, restMs: number): Pace {
  const isLong = restMs >= DAY_MS;
  const tenths = Math.floor((left * 10 * (isLong ? DAY_MS : HOUR_MS)) / restMs);
  return { percent: tenths / 10, per: isLong ? "day" : "hour" };
}

/**
 * Percent per millisecond: the smaller of the recent pace and the pace of the whole window. The recent pace alone
 * projects every burst onto the rest of the window; the whole window alone ignores that the work has stopped.
 * @param asOf when the current figure was last known to hold, after the window's start
 */
export function rateOf(window: Window, asOf: number): number {
  const { whole, recent } = ratesOf(window, asOf);
  return Math.min(whole, recent);
}

/** The pace of the whole window, and the recent one; the same as long as the window is not longer. */
export function ratesOf(
  { start, length, base, steps }: Window,
  asOf: number,
): { readonly whole: number; readonly recent: number } {
  const figureAt = (moment: number): number => steps.findLast(({ at }) => at <= moment)?.percent ?? base;
  const current = steps.at(-1)?.percent ?? base;
  const rateSince = (since: number, figure: number): number => Math.max(0, current - figure) / (asOf - since);
  const whole = rateSince(start, base);
  const since = asOf - length * RECENT;
  return { whole, recent: since <= start ? whole : rateSince(since, figureAt(since)) };
}
