import { torontoDay } from "../../base/calendar.ts";
import { plural } from "../../base/words.ts";
import { tokensOf, totalOf } from "../../contract/index.ts";
import { describeFailure, type KeychainFailure, limitsFailure } from "../../failures/index.ts";
import { beatOffset, nextBeat } from "../../service/schedule.ts";
import type { State } from "../../state/index.ts";
import { short } from "../../text/numbers.ts";
import { sentence } from "../../text/sentence.ts";
import { localTime } from "../../text/times.ts";

export interface OutcomeFacts {
  /** After the first refresh. */
  readonly state: State;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly keychain: KeychainFailure | undefined;
  /** What to type to see the status. */
  readonly statusCall: string;
  readonly timeZone?: string | undefined;
}

/** What a started service has achieved, one line each (rule INSTALL-16). Pure. */
export function outcomeLines({ state, now, keychain, statusCall, timeZone }: OutcomeFacts): string[] {
  const { days, lastBeat, machineId } = state;
  const counts = totalOf(Object.values(days[torontoDay(now)]?.models ?? {}));
  const used = `${plural(counts.requests, "request", short(counts.requests))}, ${short(tokensOf(counts))} tokens`;
  const next = machineId === undefined ? undefined : nextBeat(beatOffset(machineId), now);
  return [
    `The service is running. Today so far: ${used}.`,
    sentence(limitsClause(lastBeat, keychain)),
    ...(next === undefined ? [] : [`Next refresh: ${localTime(next, now, timeZone)}.`]),
    `To see more: ${statusCall}`,
  ];
}

function limitsClause(lastBeat: State["lastBeat"], keychain: KeychainFailure | undefined): string {
  const { limitsStatus: status = "", limitsDetail: detail = null } = lastBeat ?? {};
  if (status === "ok") return "the limits are updated";
  const failure = limitsFailure(detail ?? status, keychain);
  return status === "disabled" ? failure.what : `no new limits: ${describeFailure(failure)}`;
}
