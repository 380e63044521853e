import type { Stretch } from "./stretch.ts";

/** A longer time without a reading after a reset is unknown. In milliseconds. */
const UNKNOWN_MS = 60 * 60_000;

/** What a limit stood at from a moment on. Instants in epoch milliseconds. */
export interface Point {
  readonly at: number;
  /** Until when it is known to have stood there: until the next point, or earlier. */
  readonly until: number;
  readonly percent: number;
}

/** How a limit was used: a figure holds until the next one, and at the longest until its reset. What follows is unknown. */
export function courseOfStretches(stretches: readonly Stretch[], now: number): Point[] {
  return stretches.flatMap(({ firstAt, highest, resetsAt }, index): Point[] => {
    const next = stretches[index + 1]?.firstAt ?? now;
    const reset = resetsAt === null || resetsAt <= firstAt ? next : resetsAt;
    const until = Math.min(next, reset);
    const own = { at: firstAt, until, percent: highest };
    const isKnown = until < next && next - until <= UNKNOWN_MS && index < stretches.length - 1;
    return isKnown ? [own, { at: until, until: next, percent: 0 }] : [own];
  });
}

/** At most so many points: neighbors become one, which stands at the highest of them. */
export function thinned(points: readonly Point[], most: number): Point[] {
  const each = Math.ceil(points.length / most);
  if (each <= 1) return [...points];
  return Array.from({ length: Math.ceil(points.length / each) }, (_, index) => {
    const own = points.slice(index * each, (index + 1) * each);
    return {
      at: own[0]?.at ?? 0,
      until: own.at(-1)?.until ?? 0,
      percent: Math.max(...own.map(({ percent }) => percent)),
    };
  });
}
