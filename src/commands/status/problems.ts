import { vendor } from "#vendor";
import { MINUTE_MS } from "../../base/durations.ts";
import { plural } from "../../base/words.ts";
import { describeFailure, pushFailure } from "../../failures/index.ts";
import { whyNotFresh } from "../../report/index.ts";
import { duration } from "../../text/times.ts";
import type { Status } from "./schema.ts";

/** A refresh is overdue after this: two were missed. */
const OVERDUE_MS = 35 * MINUTE_MS;

/** What is wrong, the most important first, as clauses. */
export function problemsOf(status: Status, timeZone?: string): string[] {
  const { lastBeat, limits, push, service, keychain } = status;
  const now = Date.parse(status.at);
  if (lastBeat === null) return [];
  const age = now - Date.parse(lastBeat.at);
  const notFresh =
    limits === null || limits.items.length === 0
      ? undefined
      : whyNotFresh(limits, Date.parse(lastBeat.at), now, timeZone, keychain);
  return [
    ...(service.status === "failed" ? ["The service has failed."] : []),
    ...(age > OVERDUE_MS
      ? [`Nothing has refreshed for ${duration(age)}: run "${startCommand(service)}".`]
      : []),
    ...(notFresh === undefined ? [] : [notFresh]),
    ...(push.isSet && push.last !== null && push.last.outcome !== "delivered"
      ? [`The last push failed: ${describeFailure(pushFailure(push.last.outcome))}.`]
      : []),
    ...(lastBeat.readErrors > 0
      ? [`${plural(lastBeat.readErrors, "transcript")} could not be read in full.`]
      : []),
  ];
}

function startCommand({ status }: Status["service"]): string {
  return status === "unknown" ? `${vendor.program} run` : `${vendor.program} install --now`;
}
