import { DAY_MS } from "../../../src/base/durations.ts";
import type { RaisedAlert, WatchedMachine } from "../store/index.ts";
import { type Candidate, isKnown } from "./known.ts";

/** A machine that has been silent for longer is no news. */
const NEWS_MS = 30 * DAY_MS;

/** Since when a machine could have been heard and was not: the collector's own downtime does not count. */
export function silentSince({ seen }: WatchedMachine, upSince: number): number {
  return Math.max(seen, upSince);
}

export function isSilent(machine: WatchedMachine, upSince: number, now: number): boolean {
  return now - silentSince(machine, upSince) >= machine.afterMs;
}

/** The watched machines that are silent, each once until it is seen again. @param upSince when the collector came up */
export function dueSilences(
  machines: readonly WatchedMachine[],
  raised: readonly RaisedAlert[],
  upSince: number,
  now: number,
): { readonly machine: WatchedMachine; readonly candidate: Candidate }[] {
  return machines
    .filter((machine) => isSilent(machine, upSince, now) && now - machine.seen <= NEWS_MS)
    .map((machine) => ({ machine, candidate: candidateOf(machine, now) }))
    .filter(({ candidate }) => !raised.some((earlier) => isKnown(candidate, earlier)));
}

function candidateOf({ id, seen }: WatchedMachine, now: number): Candidate {
  return {
    account: null,
    machine: id,
    kind: "",
    group: "",
    model: null,
    what: "silence",
    threshold: null,
    windowAt: seen,
    runsOutAt: null,
    at: now,
  };
}
