import { isSameLimit, type Reading } from "../../src/forecast/index.ts";
import { windowLength } from "../../src/forecast/length.ts";
import { pointsOf } from "../../src/forecast/reading.ts";
import type { Series } from "./series.ts";

/**
 * What a person's requests cost in three 5-hour windows, in cents per 5 minutes from the first request on. From the
 * transcripts of 10 to 12 February 2026 that the public repository marot/spotter has as test data.
 */
export const RECORDED_USE: readonly (readonly number[])[] = [
  [10, 0, 0, 0, 0, 0, 0, 0, 8, 25, 11, 0, 0, 51, 0, 0, 0, 0, 0, 0, 0, 17],
  [
    75, 70, 55, 118, 129, 61, 173, 56, 127, 68, 69, 45, 71, 53, 8, 33, 46, 52, 8, 49, 129, 74, 139, 74, 113,
    146, 81, 106,
  ],
  [
    124, 89, 131, 274, 137, 0, 0, 86, 86, 135, 152, 5, 0, 0, 0, 0, 0, 111, 87, 88, 140, 195, 223, 230, 189,
    84,
  ],
];

/** Resets that differ by at most this share of the window are the same reset. */
const SAME_RESET = 0.01;
/** A fall by this many points restarts a window early. */
const RESTART_FALL = 10;

export interface RecordedWindow extends Series {
  readonly kind: string;
}

/** The windows of a recorded history that ended while it was recorded. */
export function windowsIn(history: readonly Reading[]): RecordedWindow[] {
  const limits = history.filter(
    (reading, index) => history.findIndex((other) => isSameLimit(other, reading)) === index,
  );
  return limits.flatMap((limit) => windowsOf(history.filter((reading) => isSameLimit(reading, limit))));
}

function windowsOf(readings: readonly Reading[]): RecordedWindow[] {
  const newest = Date.parse(readings.at(-1)?.fetchedAt ?? "");
  const [first] = readings;
  const length = first && windowLength(first, pointsOf(readings, newest));
  if (first === undefined || length === undefined) return [];
  return resetsOf(readings, length * SAME_RESET)
    .filter((end) => end <= newest)
    .map((end) => {
      const span = { start: end - length, end };
      const points = pointsOf(readings, end).filter(({ at }) => at >= span.start);
      const restart = points.findLast(
        ({ percent }, index) => (points[index - 1]?.percent ?? 0) - percent >= RESTART_FALL,
      );
      return {
        kind: first.kind,
        name: [first.kind, first.model].filter((part) => part !== null).join(" "),
        span,
        readings: readings.filter(({ fetchedAt }) => Date.parse(fetchedAt) <= end),
        atReset: points.at(-1)?.percent ?? 0,
        since: restart?.at ?? span.start,
      };
    });
}

/** The last time that each reset was reported for. */
function resetsOf(readings: readonly Reading[], same: number): number[] {
  const resets = readings.flatMap(({ resetsAt }) => (resetsAt === null ? [] : Date.parse(resetsAt)));
  return resets.filter((reset, index) => {
    const next = resets[index + 1];
    return next === undefined || Math.abs(next - reset) > same;
  });
}
