import { plural } from "../base/words.ts";
import type { LimitsResult } from "../contract/index.ts";
import { type KeychainFailure, limitsFailure, pushFailure } from "../failures/index.ts";
import type { PushResult } from "../push/index.ts";
import { short } from "../text/numbers.ts";
import type { ScanResult } from "../usage/index.ts";

/** What a beat found and did. */
export interface BeatFigures {
  readonly scan: Pick<ScanResult, "days" | "files" | "readErrors">;
  readonly limits: LimitsResult;
  readonly keychain?: KeychainFailure;
  readonly push: PushResult | "off";
  /** How many days it froze. */
  readonly frozen: number;
}

/** Describes a completed beat for people, without paths and without names from transcripts. */
export function describeBeat({ scan, limits, keychain, push, frozen }: BeatFigures): string {
  const { days, files, readErrors } = scan;
  const all = Object.values(days).flatMap(({ models }) => Object.values(models));
  const requests = all.reduce((sum, counts) => sum + counts.requests, 0);
  const counted = [
    plural(requests, "request", short(requests)),
    `on ${plural(Object.keys(days).length, "day")}`,
    `in ${plural(files, "transcript", short(files))}`,
  ];
  return [
    counted.join(" "),
    ...(readErrors > 0 ? [`read_errors=${readErrors}`] : []),
    ...(frozen > 0 ? [`${plural(frozen, "day")} became final`] : []),
    describeLimits(limits, keychain),
    describePush(push),
  ].join("; ");
}

function describeLimits({ status, detail }: LimitsResult, keychain?: KeychainFailure): string {
  if (status === "ok") return "limits updated";
  const { what } = limitsFailure(detail ?? status, keychain);
  return status === "disabled" ? what : `no new limits (${what})`;
}

function describePush(push: BeatFigures["push"]): string {
  if (push === "off") return "nothing pushed (no collector set)";
  return push.status === "delivered" ? "snapshot pushed" : `push failed (${pushFailure(push.reason).what})`;
}
