import { briefForecast, foreseesEnd, type Outlook } from "../forecast/index.ts";
import type { AlertThreshold } from "../settings/index.ts";
import type { Alert } from "./alert.ts";

const ALL = 100;

interface Limit {
  readonly kind: string;
  readonly group: string;
  readonly model: string | null;
}

/** A limit as it was just reported. */
export interface WatchedLimit extends Limit {
  /** ISO 8601; null if it is unknown. */
  readonly resetsAt: string | null;
  readonly outlook: Outlook;
}

/** A threshold that a limit reached, and that an alert was due for. */
export interface RaisedAlert extends Limit {
  readonly threshold: AlertThreshold;
  /** ISO 8601: when it was due. */
  readonly at: string;
  /** ISO 8601; null if it was unknown. */
  readonly resetsAt: string | null;
}

export interface DueAlerts {
  readonly due: readonly Alert[];
  /** What to remember: the alerts of the current windows. */
  readonly raised: readonly RaisedAlert[];
}

/**
 * The alerts that are due now: each threshold once in each window of each limit (rules ALERT-1 to ALERT-3). Pure.
 * @param raised what was remembered last time
 * @param now epoch milliseconds
 */
export function dueAlerts(
  limits: readonly WatchedLimit[],
  alertAt: readonly AlertThreshold[],
  raised: readonly RaisedAlert[],
  now: number,
): DueAlerts {
  const at = new Date(now).toISOString();
  const held = raised.filter((alert) => isOfCurrentWindow(alert, limits, now));
  const reached = limits
    .filter(({ resetsAt }) => resetsAt === null || Date.parse(resetsAt) > now)
    .map((limit) => ({ limit, thresholds: newThresholds(limit, alertAt, held) }));
  return {
    due: reached.flatMap(({ limit, thresholds }) => {
      const threshold = mostTelling(thresholds);
      return threshold === undefined ? [] : [alertOf(limit, threshold)];
    }),
    raised: [
      ...held,
      ...reached.flatMap(({ limit: { kind, group, model, resetsAt }, thresholds }) =>
        thresholds.map((threshold) => ({ kind, group, model, threshold, at, resetsAt })),
      ),
    ],
  };
}

function alertOf({ kind, group, model, resetsAt, outlook }: WatchedLimit, threshold: AlertThreshold): Alert {
  return {
    kind,
    group,
    model,
    percent: outlook.percent ?? 0,
    threshold,
    resetsAt,
    forecast: briefForecast(outlook.forecast),
    test: false,
  };
}

function newThresholds(
  limit: WatchedLimit,
  alertAt: readonly AlertThreshold[],
  held: readonly RaisedAlert[],
): AlertThreshold[] {
  return [...new Set(alertAt)].filter(
    (threshold) =>
      isReached(threshold, limit) &&
      !held.some((alert) => alert.threshold === threshold && isSame(alert, limit)),
  );
}

function isReached(threshold: AlertThreshold, { outlook }: WatchedLimit): boolean {
  const percent = outlook.percent ?? 0;
  if (threshold !== "forecast") return percent >= threshold;
  return foreseesEnd(outlook) || percent >= ALL;
}

/** The highest percent; the forecast if there is none. */
function mostTelling(thresholds: readonly AlertThreshold[]): AlertThreshold | undefined {
  const percents = thresholds.filter((threshold) => threshold !== "forecast");
  return percents.length > 0 ? Math.max(...percents) : thresholds[0];
}

/** Whether an alert still counts. One from the future does not: the clock was wrong, and it would count for too long. */
function isOfCurrentWindow(alert: RaisedAlert, limits: readonly WatchedLimit[], now: number): boolean {
  const { at, resetsAt, threshold } = alert;
  if (Date.parse(at) > now) return false;
  const limit = limits.find((other) => isSame(alert, other));
  const start = limit?.outlook.window?.start;
  if (start !== undefined) return Date.parse(at) >= Date.parse(start);
  if (resetsAt !== null) return now < Date.parse(resetsAt);
  return limit !== undefined && isReached(threshold, limit);
}

function isSame(a: Limit, b: Limit): boolean {
  return a.kind === b.kind && a.group === b.group && a.model === b.model;
}
