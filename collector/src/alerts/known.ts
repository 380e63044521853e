import { DAY_MS } from "../../../src/base/durations.ts";
import { isSameLimit, namedLength, sameResetMs } from "../../../src/forecast/index.ts";
import type { LimitKey, RaisedAlert } from "../store/index.ts";

/** What an alert would be about. `at`: when it would be raised. */
export interface Candidate extends RaisedAlert {
  /** Where no reset is known: when the limit was last well below its threshold. What was raised before that is over. */
  readonly lowAt?: number;
}

/** Whether an alert was raised before: each is, once in a window of a limit. */
export function isKnown(candidate: Candidate, earlier: RaisedAlert): boolean {
  return (
    isOfSameLimit(candidate, earlier) && isAnswered(candidate, earlier) && isOfSameWindow(candidate, earlier)
  );
}

/** A higher threshold speaks for those below it, and an alert that tells when the limit runs out for the forecast. */
function isAnswered({ what, threshold }: Candidate, earlier: RaisedAlert): boolean {
  if (what === "percent") return earlier.what === what && (earlier.threshold ?? 0) >= (threshold ?? 0);
  return what === "runs_out" ? earlier.runsOutAt !== null : earlier.what === what;
}

/** Without a reset, only time tells windows apart. */
function isOfSameWindow(candidate: Candidate, earlier: RaisedAlert): boolean {
  const [a, b] = [candidate.windowAt, earlier.windowAt];
  if (candidate.what === "silence") return a === b;
  if (a !== null && b !== null) return Math.abs(a - b) <= sameResetMs(lengthOf(candidate));
  if (a !== null) return a - earlier.at <= lengthOf(candidate);
  return b === null ? earlier.at >= (candidate.lowAt ?? 0) : b > candidate.at;
}

/** How far apart the resets of one window may be, in milliseconds. */
export function toleranceOf(limit: LimitKey): number {
  return sameResetMs(lengthOf(limit));
}

function lengthOf(limit: LimitKey): number {
  return namedLength(limit) ?? DAY_MS;
}

export function isOfSameLimit(a: LimitKey, b: LimitKey): boolean {
  return a.account === b.account && a.machine === b.machine && isSameLimit(a, b);
}
