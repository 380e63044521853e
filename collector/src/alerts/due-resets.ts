import { HOUR_MS } from "../../../src/base/durations.ts";
import type { AlertRule, LimitReading, RaisedAlert } from "../store/index.ts";
import { isCurrent } from "./due.ts";
import { type Candidate, isKnown, isOfSameLimit, toleranceOf } from "./known.ts";

/** A reset that was longer ago is no news. */
export const NEWS_MS: number = HOUR_MS;

/** A limit that was over a threshold and has reset, and its newest reading. */
export interface DueReset extends Candidate {
  readonly reading: LimitReading | undefined;
  /** The threshold that was reached, or the highest of them. */
  readonly reached: number;
}

/**
 * The limits whose window ended, or was replaced by a later one, after an alert for a threshold.
 * @param readings the newest of each limit
 */
export function dueResets(
  raised: readonly RaisedAlert[],
  readings: readonly LimitReading[],
  ruleOf: (account: string | null) => AlertRule,
  now: number,
): DueReset[] {
  const known = [...raised];
  return [...raised].reverse().flatMap((earlier): DueReset[] => {
    const { what, windowAt, account } = earlier;
    if (what !== "percent" || windowAt === null) return [];
    const rule = ruleOf(account);
    const reading = readings.find((each) => isOfSameLimit(each, earlier));
    if (!rule.enabled || !rule.reset || !hasReset(earlier, windowAt, reading, now)) return [];
    const candidate: Candidate = { ...earlier, what: "reset", threshold: null, runsOutAt: null, at: now };
    if (known.some((each) => isKnown(candidate, each))) return [];
    known.push(candidate);
    return [{ ...candidate, reading, reached: earlier.threshold ?? 0 }];
  });
}

function hasReset(
  earlier: RaisedAlert,
  windowAt: number,
  reading: LimitReading | undefined,
  now: number,
): boolean {
  const reported = reading?.resetsAt ?? windowAt;
  const isSame = Math.abs(reported - windowAt) <= toleranceOf(earlier);
  const end = isSame ? Math.max(reported, windowAt) : windowAt;
  if (end <= now) return now - end <= NEWS_MS;
  // A later reset replaced this one before it came.
  return (
    !isSame &&
    reading !== undefined &&
    isCurrent(reading, now) &&
    reported > end &&
    reading.fetchedAt > earlier.at
  );
}
