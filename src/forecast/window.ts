import { sameResetMs } from "./length.ts";
import { chained, type Point, REFRESH_MS } from "./reading.ts";

/**
 * Each session reports the figure of its own last answer, so within one window a lower figure may be an older one. A
 * figure therefore counts until this long after it was last reported.
 */
const HOLD_MS = 2 * REFRESH_MS;
/** A fall by this many points, or to half, means that the window restarted. A smaller fall corrects the figure. */
const RESTART_FALL = 10;
const RESTART_SHARE = 0.5;

/** The figure that counts from a moment on. */
interface Step {
  readonly at: number;
  readonly percent: number;
}

/** The window that a limit is in. Times in epoch milliseconds. */
export interface Window {
  readonly start: number;
  readonly end: number;
  /** The time from one reset to the next, even if the window restarted in between. */
  readonly length: number;
  /** The percent at the start: more than 0 only after a restart. */
  readonly base: number;
  /** Oldest first, at least one. */
  readonly steps: readonly Step[];
  /** Whether the newest figure is so low that the window may have restarted. The next readings decide. */
  readonly isUnsettled: boolean;
}

/** When the current window resets, or null if it has not begun. */
export function currentReset(points: readonly Point[], now: number): number | null {
  if (points.at(-1)?.resetsAt == null) return null;
  const reported = points.filter(({ until }) => until > now - HOLD_MS);
  return Math.max(...reported.map(({ resetsAt }) => resetsAt ?? 0));
}

/** @param end when it resets: `currentReset` of the same points */
export function windowOf(points: readonly Point[], end: number, length: number, now: number): Window {
  const nominal = end - length;
  const held = heldOf(
    points.filter((point) => isOfWindow(point, end, length)),
    sameResetMs(length),
  );
  const all = stepsOf(held, now);
  const restart = lastRestart(held, all);
  const since = restart === undefined ? held : held.filter(({ at }) => at >= restart);
  const steps = restart === undefined ? all : stepsOf(since, now);
  return {
    start: restart ?? nominal,
    end,
    length,
    base: restart === undefined ? 0 : (since[0]?.percent ?? 0),
    steps,
    isUnsettled: isRestart(steps.at(-1)?.percent ?? 0, held.at(-1)?.percent ?? 0),
  };
}

function isOfWindow({ resetsAt, until }: Point, end: number, length: number): boolean {
  if (resetsAt === null) return false;
  return resetsAt === end || (Math.abs(end - resetsAt) <= length / 2 && until > end - length);
}

/** A point, and the time until which its figure counts. */
type Held = Point & { readonly counts: number };

/** A figure outlasts the next one of the same reset by `HOLD_MS`. A figure of another reset replaces it at once. */
function heldOf(points: readonly Point[], sameMs: number): Held[] {
  const all = chained(points);
  return all.map((point, index) => {
    const next = all[index + 1]?.resetsAt ?? Number.POSITIVE_INFINITY;
    const isSame = Math.abs(next - (point.resetsAt ?? 0)) <= sameMs;
    return { ...point, counts: point.until + (isSame ? HOLD_MS : 0) };
  });
}

/** The greatest figure that counts, at each moment when it may change. */
function stepsOf(held: readonly Held[], now: number): Step[] {
  const moments = new Set(held.flatMap(({ at, counts }) => [at, counts]).filter((moment) => moment <= now));
  let first = 0;
  let past = 0;
  return [...moments]
    .sort((a, b) => a - b)
    .map((moment) => {
      while ((held[first]?.counts ?? moment + 1) <= moment) first++;
      while ((held[past]?.at ?? moment + 1) <= moment) past++;
      const counting = held.slice(first, past).filter(({ counts }) => counts > moment);
      return { at: moment, percent: Math.max(...counting.map(({ percent }) => percent)) };
    });
}

/** When the window last restarted before its reset: when its figure fell and stayed low. */
function lastRestart(held: readonly Held[], steps: readonly Step[]): number | undefined {
  const fall = steps.findLast(({ percent }, index) => isRestart(steps[index - 1]?.percent ?? 0, percent));
  return held.find(({ counts }) => counts === fall?.at)?.until;
}

/** Whether a figure fell so far that its window restarted. */
export function isRestart(before: number, after: number): boolean {
  return after < before && (before - after >= RESTART_FALL || after <= before * RESTART_SHARE);
}
