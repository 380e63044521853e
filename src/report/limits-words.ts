import type { Item, LimitsResult } from "../contract/index.ts";
import { localTime } from "../text/times.ts";
import { visible } from "../text/visible.ts";

/** How near a limit is: as the vendor says it, else by its percent. */
export type Tone = "green" | "yellow" | "red";

const SEVERITIES: readonly (readonly [RegExp, Tone])[] = [
  [/crit|high|error|exceed|reject|block|danger|reached/i, "red"],
  [/warn|medium|elevat/i, "yellow"],
  [/normal|ok|low|info|none/i, "green"],
];

export function toneOf({ severity, percent = 0 }: Item): Tone {
  const said = SEVERITIES.find(([words]) => severity !== undefined && words.test(severity))?.[1];
  if (said !== undefined) return said;
  if (percent >= 90) return "red";
  return percent >= 75 ? "yellow" : "green";
}

/** What an item is called: `weekly all`, or `weekly (Model)`. */
export function itemName({ kind, model }: Item): string {
  const name = kind.replaceAll("_", " ");
  return visible(model === null ? name : `${name} (${model})`);
}

/** The severity in a word, where it is worth one. */
export function severityWord(item: Item): string | undefined {
  return item.severity === undefined || toneOf(item) === "green" ? undefined : visible(item.severity);
}

/** Epoch milliseconds; undefined where the reset's time is not known. */
export function resetOf({ resetsAt }: Item): number | undefined {
  const at = resetsAt === null ? Number.NaN : Date.parse(resetsAt);
  return Number.isNaN(at) ? undefined : at;
}

const REASONS: Readonly<Record<string, string>> = {
  no_credentials: "no credentials were found",
  parse_error: "the credentials could not be read",
  no_version: "the coding agent's version was not known",
  timeout: "the endpoint did not answer in time",
  network: "the endpoint could not be reached",
  bad_response: "the endpoint's answer could not be understood",
  token_expired: "the access token had expired",
  disabled: "the limits were switched off",
};

/** Why the last beat has no figures of its own, and whence those are that are shown; undefined where they are its own. */
export function whyNotFresh(
  { status, detail, fetchedAt }: LimitsResult,
  beatAt: number,
  now: number,
  timeZone?: string,
): string | undefined {
  if (status === "ok") return undefined;
  const why = detail ?? status;
  const http = /^http_(\d+)$/.exec(why)?.[1];
  const reason = http === undefined ? (REASONS[why] ?? visible(why)) : `the endpoint said ${http}`;
  const time = (at: number) => localTime(at, now, timeZone);
  const shown =
    fetchedAt === null ? "there are no figures to show" : `these are from ${time(Date.parse(fetchedAt))}`;
  return `${reason} at ${time(beatAt)}; ${shown}`;
}
