import type { Item, LimitsResult } from "../contract/index.ts";
import { limitsFailure } from "../failures.ts";
import { sentence } from "../text/sentence.ts";
import { localTime } from "../text/times.ts";
import { visible } from "../text/visible.ts";

/** How close a limit is: by the vendor's severity, else by its percent. */
export type Tone = "green" | "yellow" | "red";

const SEVERITIES: readonly (readonly [RegExp, Tone])[] = [
  [/crit|high|error|exceed|reject|block|danger|reached/i, "red"],
  [/warn|medium|elevat/i, "yellow"],
  [/normal|ok|low|info|none/i, "green"],
];

export function toneOf({ severity, percent = 0 }: Item): Tone {
  const bySeverity = SEVERITIES.find(([words]) => severity !== undefined && words.test(severity))?.[1];
  if (bySeverity !== undefined) return bySeverity;
  if (percent >= 90) return "red";
  return percent >= 75 ? "yellow" : "green";
}

/** The name of an item: `weekly all`, or `weekly (Model)`. */
export function itemName({ kind, model }: Item): string {
  const name = kind.replaceAll("_", " ");
  return visible(model === null ? name : `${name} (${model})`);
}

/** The severity in a word; `undefined` if there is nothing to point out. */
export function severityWord(item: Item): string | undefined {
  return item.severity === undefined || toneOf(item) === "green" ? undefined : visible(item.severity);
}

/** Epoch milliseconds; undefined if the time of the reset is unknown. */
export function resetOf({ resetsAt }: Item): number | undefined {
  const at = resetsAt === null ? Number.NaN : Date.parse(resetsAt);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * Sentences that explain why the last refresh got no limits, where the limits shown come from, and what to do.
 * Undefined if the limits shown are from the last refresh.
 */
export function whyNotFresh(
  { status, detail, fetchedAt }: LimitsResult,
  beatAt: number,
  now: number,
  timeZone?: string,
): string | undefined {
  if (status === "ok") return undefined;
  if (status === "disabled") return sentence(limitsFailure(status).what);
  const time = (at: number) => localTime(at, now, timeZone);
  const { what, fix } = limitsFailure(detail ?? status);
  return [
    `Not updated at ${time(beatAt)}: ${what}.`,
    ...(fetchedAt === null ? [] : [`These limits are from ${time(Date.parse(fetchedAt))}.`]),
    ...(fix === undefined ? [] : [`Fix: ${fix}.`]),
  ].join(" ");
}
