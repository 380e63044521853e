import type { Item, LimitsResult } from "../../contract/index.ts";
import type { Outlook, Pace, Unknown } from "../../forecast/index.ts";
import { type KeychainFailure, limitsFailure } from "../../limits-failures.ts";
import { sentence } from "../../text/sentence.ts";
import { aboutTime, localTime, roughLength } from "../../text/times.ts";
import type { LimitView } from "./view.ts";

const ALL = 100;

/** Epoch milliseconds; undefined if the time of the reset is unknown. */
export function resetOf({ resetsAt }: Item): number | undefined {
  const at = resetsAt === null ? Number.NaN : Date.parse(resetsAt);
  return Number.isNaN(at) ? undefined : at;
}

/** `62% used, 38% left`. */
export function usedWords({ item: { percent }, left }: LimitView): string {
  return percent === undefined ? "no figure" : `${percent}% used, ${left}% left`;
}

/** Whether the limit lasts until its reset; undefined if there is nothing to say. */
export function forecastWords(
  { item, outlook }: LimitView,
  now: number,
  timeZone?: string,
): string | undefined {
  const { forecast } = outlook;
  switch (forecast.status) {
    case "on_pace":
      return `on pace, ${leftWords(outlook, forecast.percentAtReset)} at the reset`;
    case "runs_out": {
      const at = Date.parse(forecast.runsOutAt);
      const early = (resetOf(item) ?? at) - at;
      const pace = paceWords(forecast.sustainable);
      return `runs out ${aboutTime(at, now, timeZone)}, ${roughLength(early)} before the reset; ${pace} would last`;
    }
    case "unknown":
      return UNKNOWN_WORDS[forecast.reason];
  }
}

/** `14-29% left`: at the faster and at the slower pace; `up to 29% left` if nothing is at the faster; `about 29% left` if both say so. */
function leftWords({ span }: Outlook, percentAtReset: number): string {
  const most = ALL - percentAtReset;
  const least = ALL - Math.min(ALL, Math.round(span?.most ?? percentAtReset));
  if (least >= most) return `about ${most}% left`;
  return least === 0 ? `up to ${most}% left` : `${least}-${most}% left`;
}

function paceWords({ percent, per }: Pace): string {
  return `${percent}% ${per === "hour" ? "an hour" : "a day"}`;
}

const UNKNOWN_WORDS: Readonly<Record<Unknown, string | undefined>> = {
  no_reading: undefined,
  no_reset: "not started yet",
  reset_passed: "has reset since",
  unknown_window: undefined,
  used_up: "used up until the reset",
  unsettled: "just dropped: too early for a forecast",
  too_early: "too early for a forecast",
};

/**
 * Sentences that explain why the last refresh got no limits, where the limits shown come from, and what to do.
 * Undefined if the limits shown are from the last refresh.
 * @param keychain what is known of a login in the Keychain that could not be used
 */
export function whyNotFresh(
  { status, detail, fetchedAt }: LimitsResult,
  beatAt: number,
  now: number,
  timeZone?: string,
  keychain?: KeychainFailure,
): string | undefined {
  if (status === "ok") return undefined;
  if (status === "disabled") return sentence(limitsFailure(status).what);
  const time = (at: number) => localTime(at, now, timeZone);
  const { what, fix } = limitsFailure(detail ?? status, keychain);
  return [
    `Limits not updated at ${time(beatAt)}: ${what}.`,
    ...(fetchedAt === null ? [] : [`These limits are from ${time(Date.parse(fetchedAt))}.`]),
    ...(fix === undefined ? [] : [`Fix: ${fix}.`]),
  ].join(" ");
}
