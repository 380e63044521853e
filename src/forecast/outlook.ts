import { windowLength } from "./length.ts";
import { lastingPace, type Pace, rateOf, ratesOf } from "./pace.ts";
import { pointsOf, REFRESH_MS, type Reading } from "./reading.ts";
import { currentReset, type Window, windowOf } from "./window.ts";

const ALL = 100;
/** No forecast until this share of a window has passed. */
const LEAST_PASSED = 0.03;
/** No warning until this share of it has. */
const LEAST_TO_WARN = 0.1;

/** Why there is no forecast. */
export type Unknown =
  | "no_reading"
  /** The window has not begun. */
  | "no_reset"
  /** The newest reading is from a window that has ended. */
  | "reset_passed"
  /** The length of the window is unknown. */
  | "unknown_window"
  | "used_up"
  /** The figure fell sharply a moment ago: the window may have restarted. */
  | "unsettled"
  /** Less than 3% of the window has passed. */
  | "too_early";

/** Whether a limit lasts until its reset. */
export type Forecast =
  | { readonly status: "on_pace"; readonly percentAtReset: number }
  | {
      readonly status: "runs_out";
      /** ISO 8601, after now and before the reset. */
      readonly runsOutAt: string;
      readonly percentAtReset: 100;
      readonly sustainable: Pace;
    }
  | { readonly status: "unknown"; readonly reason: Unknown };

/** What a screen shows about a limit. */
export interface Outlook {
  /** The figure that counts; null without a reading. */
  readonly percent: number | null;
  /** 100 minus `percent`. */
  readonly left: number | null;
  /** Null outside a window, or in a window of unknown length. */
  readonly window: {
    /** ISO 8601. */
    readonly start: string;
    readonly end: string;
    /** How much of it has passed, from 0 to 1. */
    readonly passed: number;
  } | null;
  /** The pace at which what is left lasts until the reset; null without a reset ahead. */
  readonly sustainable: Pace | null;
  readonly forecast: Forecast;
  /** The range of the forecast; null where there is none. */
  readonly span: Span | null;
}

/** What a limit would reach at its reset. More than 100 means that it runs out before. */
export interface Span {
  /** At the pace that the forecast goes by. */
  readonly least: number;
  /** At the faster of the recent pace and the pace of the whole window. */
  readonly most: number;
}

/**
 * What is left of a limit, and whether it lasts until its reset at the current pace.
 * @param readings of one limit, oldest first; a reading that repeats the one before may be left out
 * @param now epoch milliseconds
 */
export function outlookOf(readings: readonly Reading[], now: number): Outlook {
  const points = pointsOf(readings, now);
  const [limit] = readings;
  const last = points.at(-1);
  if (limit === undefined || last === undefined) return without("no_reading", null);
  const end = currentReset(points, now);
  if (end === null) return without("no_reset", last.percent);
  if (end <= now) return without("reset_passed", last.percent);
  const length = windowLength(limit, points);
  if (length !== undefined) return outlookIn(windowOf(points, end, length, now), last.at, now);
  const sustainable = lastingPace(ALL - last.percent, end - now);
  return { ...without("unknown_window", last.percent), sustainable };
}

/** Whether a limit is expected to run out. Not in the first tenth of a window: until then, one burst decides the forecast. */
export function foreseesEnd({ forecast, window }: Outlook): boolean {
  return forecast.status === "runs_out" && (window?.passed ?? 0) >= LEAST_TO_WARN;
}

function without(reason: Unknown, percent: number | null): Outlook {
  const left = percent === null ? null : ALL - percent;
  return {
    percent,
    left,
    window: null,
    sustainable: null,
    forecast: { status: "unknown", reason },
    span: null,
  };
}

function outlookIn(window: Window, lastAt: number, now: number): Outlook {
  const { start, end, steps } = window;
  const percent = steps.at(-1)?.percent ?? 0;
  const sustainable = lastingPace(ALL - percent, end - now);
  // Repeated figures may be left out, so the last one was confirmed at most one refresh ago.
  const asOf = Math.max(lastAt, now - REFRESH_MS);
  const forecast = forecastOf(window, percent, asOf, now, sustainable);
  return {
    percent,
    left: ALL - percent,
    window: { start: iso(start), end: iso(end), passed: passedAt(window, now) },
    sustainable,
    forecast,
    span: forecast.status === "unknown" ? null : spanIn(window, percent, asOf),
  };
}

function spanIn(window: Window, percent: number, asOf: number): Span {
  const { whole, recent } = ratesOf(window, asOf);
  const at = (rate: number): number => percent + rate * (window.end - asOf);
  return { least: at(Math.min(whole, recent)), most: at(Math.max(whole, recent)) };
}

function passedAt({ start, end }: Window, moment: number): number {
  return Math.min(1, Math.max(0, (moment - start) / (end - start)));
}

function forecastOf(window: Window, percent: number, asOf: number, now: number, sustainable: Pace): Forecast {
  if (window.isUnsettled) return { status: "unknown", reason: "unsettled" };
  if (percent >= ALL) return { status: "unknown", reason: "used_up" };
  if (passedAt(window, asOf) < LEAST_PASSED) return { status: "unknown", reason: "too_early" };
  const rate = rateOf(window, asOf);
  const usedUpAt = Math.max(now + 1, asOf + Math.ceil((ALL - percent) / rate));
  if (usedUpAt < window.end) {
    return { status: "runs_out", runsOutAt: iso(usedUpAt), percentAtReset: ALL, sustainable };
  }
  const percentAtReset = Math.min(ALL, Math.round(percent + rate * (window.end - asOf)));
  return { status: "on_pace", percentAtReset };
}

function iso(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString();
}
