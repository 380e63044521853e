import { isSameLimit, type Reading } from "../../forecast/index.ts";

/** The most days of readings that are kept. */
export const HISTORY_DAYS = 35;
/** Two resets that are at most this far apart are the same: the vendor's times drift. */
const SAME_RESET_MS = 60_000;

const ISO_DAY = "YYYY-MM-DD".length;

/** One limit as it was reported once, with the vendor's word for how close it is. */
export interface LimitReading extends Reading {
  readonly severity?: string;
}

/** The readings of one fetch: each limit that has a figure. */
export interface Fetched {
  readonly fetchedAt: string | null;
  readonly items: readonly (Omit<LimitReading, "percent" | "fetchedAt"> & { readonly percent?: number })[];
}

/**
 * The history with the limits that changed since their last reading appended (rules HISTORY-1, HISTORY-2). Readings that repeat the
 * one before add nothing, so a day adds about 60.
 * @param history oldest first
 */
export function withChanges(history: readonly LimitReading[], fetched: Fetched): LimitReading[] {
  const found = readingsOf(fetched);
  if (found.length === 0) return [...history];
  const changed = found.filter((reading) => {
    const last = history.findLast((other) => isSameLimit(other, reading));
    return last === undefined || !isRepeat(last, reading);
  });
  return onLastDays([...history, ...changed]);
}

/** One reading of each limit of a fetch that has a figure. */
export function readingsOf({ fetchedAt, items }: Fetched): LimitReading[] {
  const at = fetchedAt === null ? null : instantOf(fetchedAt);
  if (at === null) return [];
  const found = items.flatMap(({ kind, group, model, percent, severity, resetsAt }) => {
    if (percent === undefined) return [];
    const reset = resetsAt === null ? null : instantOf(resetsAt);
    return {
      kind,
      group,
      model,
      percent,
      ...(severity !== undefined && { severity }),
      resetsAt: reset,
      fetchedAt: at,
    };
  });
  return highestOfEach(found);
}

/** A response may name one limit twice, for scopes that an item does not hold. The one closer to its end counts. */
function highestOfEach(found: readonly LimitReading[]): LimitReading[] {
  return found.filter(
    (reading, index) =>
      !found.some(
        (other, otherIndex) =>
          isSameLimit(other, reading) &&
          (other.percent > reading.percent || (other.percent === reading.percent && otherIndex < index)),
      ),
  );
}

/** Null for a text that names no instant. */
function instantOf(text: string): string | null {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

function isRepeat(last: LimitReading, next: LimitReading): boolean {
  return (
    last.percent === next.percent &&
    last.severity === next.severity &&
    isSameReset(last.resetsAt, next.resetsAt)
  );
}

function isSameReset(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b;
  return a === b || Math.abs(Date.parse(a) - Date.parse(b)) <= SAME_RESET_MS;
}

/** Counts days, not time: a clock that is wrong for one refresh would otherwise end the history. */
function onLastDays(readings: readonly LimitReading[]): LimitReading[] {
  const days = new Set<string>();
  const first = readings.findLastIndex(
    ({ fetchedAt }) => days.add(fetchedAt.slice(0, ISO_DAY)).size > HISTORY_DAYS,
  );
  return readings.slice(first + 1);
}
