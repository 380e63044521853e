import { vendor } from "#vendor";
import { HOUR_MS } from "../../base/durations.ts";
import { plural } from "../../base/words.ts";
import { type KeychainFailure, limitsFailure } from "../../failures/index.ts";
import type { State } from "../../state/index.ts";
import { duration, fromNow } from "../../text/times.ts";
import { type Check, ok, warning } from "./check.ts";
import type { CollectorFacts } from "./collector.ts";
import { judgeDelivery } from "./delivery.ts";
import type { StateFacts } from "./state/index.ts";

const START = `${vendor.program} install --now`;

/** The results of the last beat, and when it was. @param keychain as in `limitsFailure` */
export function judgeBeats(
  { state, delivery }: StateFacts,
  collector: CollectorFacts,
  now: number,
  keychain?: KeychainFailure,
): Check[] {
  // Without a state no beat is known. The state's own check reports that.
  if (state.status !== "ok" || state.state.lastBeat === null) return [];
  const { lastBeat } = state.state;
  return [
    judgeTime(Date.parse(lastBeat.at), now),
    judgeLimits(lastBeat, keychain),
    ...judgeReadErrors(lastBeat),
    judgeDelivery(delivery, collector, now),
  ];
}

function judgeTime(at: number, now: number): Check {
  const age = now - at;
  if (age < 0) {
    const message = `the last refresh is ${duration(age)} in the future: the clock is wrong, or was`;
    return warning("last-beat", message, "correct the clock; the next refresh corrects the record");
  }
  const message = `the last refresh was ${fromNow(at, now)}`;
  return age > HOUR_MS ? warning("last-beat", message, START) : ok("last-beat", message);
}

type LastBeat = NonNullable<State["lastBeat"]>;

function judgeLimits({ limitsStatus, limitsDetail }: LastBeat, keychain?: KeychainFailure): Check {
  if (limitsStatus === "ok") return ok("limits", "the last refresh got the limits");
  const { what, fix } = limitsFailure(limitsDetail ?? limitsStatus, keychain);
  if (limitsStatus === "disabled") return ok("limits", what);
  return warning("limits", `no new limits: ${what}`, fix ?? "nothing to do: the next refresh asks again");
}

function judgeReadErrors({ readErrors }: LastBeat): Check[] {
  if (readErrors === 0) return [];
  const message = `the last refresh had ${plural(readErrors, "read error")}, so no day became final`;
  return [warning("read-errors", message, "check the modes of the files in the transcripts folders")];
}
