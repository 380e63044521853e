/** How often limits are fetched. */
export const REFRESH_MS = 15 * 60_000;

/** One limit as it was reported once. */
export interface Reading {
  readonly kind: string;
  readonly group: string;
  readonly model: string | null;
  /** A whole number from 0 to 100. */
  readonly percent: number;
  /** ISO 8601; null if the window has not begun. */
  readonly resetsAt: string | null;
  /** ISO 8601. */
  readonly fetchedAt: string;
}

/** Whether two readings, or items, are of the same limit. */
export function isSameLimit(a: Limit, b: Limit): boolean {
  return a.kind === b.kind && a.group === b.group && a.model === b.model;
}

type Limit = Pick<Reading, "kind" | "group" | "model">;

/** A reading with its times in epoch milliseconds. */
export interface Point {
  readonly percent: number;
  readonly resetsAt: number | null;
  /** When it was first reported. */
  readonly at: number;
  /** When the next one replaced it; infinite for the last. */
  readonly until: number;
}

/**
 * The readings up to now, oldest first. A reading whose time is invalid is left out.
 * @param now epoch milliseconds
 */
export function pointsOf(readings: readonly Reading[], now: number): Point[] {
  const points = readings
    .map(({ percent, resetsAt, fetchedAt }) => ({
      percent,
      resetsAt: instantOf(resetsAt),
      at: Date.parse(fetchedAt),
    }))
    .filter(({ at }) => at <= now);
  return chained(points.sort((a, b) => a.at - b.at));
}

/** Sets the end of each point to the start of the next. */
export function chained(points: readonly Omit<Point, "until">[]): Point[] {
  return points.map((point, index) => ({
    ...point,
    until: points[index + 1]?.at ?? Number.POSITIVE_INFINITY,
  }));
}

function instantOf(text: string | null): number | null {
  const instant = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? null : instant;
}
