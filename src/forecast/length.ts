import type { Point } from "./reading.ts";

const HOUR_MS = 3_600_000;
const SESSION_MS = 5 * HOUR_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Resets that differ by at most this share of the window are the same reset. */
const SAME_RESET = 0.01;
/** The gap between resets is the window's length if its ratio to the furthest reset seen is at most this. */
const MOST_OVER_SEEN = 1.25;
/** The least such ratio: clocks differ a little. */
const LEAST_OF_SEEN = 0.99;

/** The length of a limit's window in milliseconds; undefined if neither its name nor its resets show it. */
export function windowLength(
  { kind, group }: { readonly kind: string; readonly group: string },
  points: readonly Point[],
): number | undefined {
  return namedLength({ kind, group }) ?? learnedLength(points);
}

/** The length of a limit's window in milliseconds, if its name shows it. */
export function namedLength({
  kind,
  group,
}: {
  readonly kind: string;
  readonly group: string;
}): number | undefined {
  return lengthByName(kind) ?? lengthByName(group);
}

/** How far apart two resets are at most that are the same one, in milliseconds: the vendor's times drift. */
export function sameResetMs(length: number): number {
  return length * SAME_RESET;
}

function lengthByName(name: string): number | undefined {
  if (name === "session") return SESSION_MS;
  return name === "weekly" || name.startsWith("weekly_") ? WEEK_MS : undefined;
}

/**
 * The smallest gap between two resets, if it agrees with the furthest that a reset was seen ahead; otherwise that
 * distance. A window is at least that long, and windows that start at the first use leave longer gaps.
 */
function learnedLength(points: readonly Point[]): number | undefined {
  const resets = [...new Set(points.flatMap(({ resetsAt }) => resetsAt ?? []))].sort((a, b) => a - b);
  const seen = Math.max(...points.map(({ resetsAt, at }) => (resetsAt ?? at) - at));
  const gaps = resets.slice(1).map((reset, index) => reset - (resets[index] ?? reset));
  const whole = gaps.filter((gap) => gap >= seen * LEAST_OF_SEEN);
  if (whole.length === 0) return undefined;
  const gap = Math.min(...whole);
  return gap <= seen * MOST_OVER_SEEN ? gap : seen;
}
