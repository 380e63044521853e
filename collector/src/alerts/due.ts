import { HOUR_MS } from "../../../src/base/durations.ts";
import { foreseesEnd, type Outlook } from "../../../src/forecast/index.ts";
import type { AlertRule, LimitReading, RaisedAlert } from "../store/index.ts";
import { type Candidate, isKnown } from "./known.ts";

/** An older reading raises no alert: it was held up on its way, and is not news. */
export const FRESH_MS: number = HOUR_MS;
/** How far a figure must fall below a threshold to reach it again, where no reset is known. */
const FALL = 10;

/** What is known when readings are looked at. */
export interface Situation {
  readonly rule: AlertRule;
  readonly raised: readonly RaisedAlert[];
  readonly now: number;
}

/** A reading that may raise an alert: it is of now, and its window has not ended. */
export function isCurrent({ percent, fetchedAt, resetsAt }: LimitReading, now: number): boolean {
  return percent !== null && now - fetchedAt <= FRESH_MS && (resetsAt === null || resetsAt > now);
}

/** Whether the earlier readings of the limit decide, or its forecast. Most readings raise nothing, and need neither. */
export function needsCourse(reading: LimitReading, situation: Situation): boolean {
  const { rule, raised, now } = situation;
  if (!rule.enabled || !isCurrent(reading, now)) return false;
  const candidates = [
    ...thresholdReached(reading, situation),
    ...(rule.runsOut && reading.resetsAt !== null ? [candidateOf(reading, now, "runs_out")] : []),
  ];
  return candidates.some((candidate) => isNew(candidate, raised) || candidate.windowAt === null);
}

/**
 * The alert that a reading raises: for the highest threshold that it reached, else for the forecast; each once in a window.
 * @param course earlier readings of the limit, oldest first
 */
export function dueAlert(
  reading: LimitReading,
  { forecast, window }: Pick<Outlook, "forecast" | "window">,
  course: readonly LimitReading[],
  situation: Situation,
): Candidate | undefined {
  const { rule, raised, now } = situation;
  if (!rule.enabled || !isCurrent(reading, now)) return undefined;
  const isAhead = rule.runsOut && foreseesEnd({ forecast, window } as Outlook);
  const runsOutAt = isAhead && forecast.status === "runs_out" ? Date.parse(forecast.runsOutAt) : null;
  const candidates = [
    ...thresholdReached(reading, situation).map((candidate) => ({
      ...candidate,
      lowAt: lastLow(course, candidate.threshold ?? 0),
    })),
    ...(runsOutAt === null ? [] : [candidateOf(reading, now, "runs_out")]),
  ];
  const due = candidates.find((candidate) => isNew(candidate, raised));
  return due && { ...due, runsOutAt };
}

function thresholdReached(reading: LimitReading, { rule, now }: Situation): Candidate[] {
  const reached = rule.percents.filter((percent) => percent <= (reading.percent ?? 0));
  return reached.length === 0
    ? []
    : [{ ...candidateOf(reading, now, "percent"), threshold: Math.max(...reached) }];
}

function candidateOf(reading: LimitReading, now: number, what: "percent" | "runs_out"): Candidate {
  const { account, machine, kind, group, model, resetsAt } = reading;
  return {
    account,
    machine,
    kind,
    group,
    model,
    what,
    threshold: null,
    windowAt: resetsAt,
    runsOutAt: null,
    at: now,
  };
}

function isNew(candidate: Candidate, raised: readonly RaisedAlert[]): boolean {
  return !raised.some((earlier) => isKnown(candidate, earlier));
}

function lastLow(course: readonly LimitReading[], threshold: number): number {
  const low = course.findLast(({ percent }) => percent !== null && percent <= threshold - FALL);
  return low?.fetchedAt ?? 0;
}
