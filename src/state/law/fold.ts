import type { LimitsResult } from "../../contract/index.ts";
import { clockStep, setAsidePruned, stepBack, takeBack } from "./clock.ts";
import { type Covered, foldDays } from "./days.ts";
import type { State } from "./state.ts";

/** The state with its clock settled, before the scan: `copy` is the one kept before a jump, where there is one. */
export function settleClock(state: State, copy: State | undefined, now: number): State {
  const settled = clockStep(state, now) === "back" ? stepBack(state, copy, now) : state;
  return takeBack(settled, now);
}

export interface BeatFacts {
  readonly covered: Covered & { readonly agentVersion: string | null };
  readonly limits: LimitsResult;
  readonly now: number;
}

/** The state after a beat, and how many days it froze. `seq` is counted by the save. */
export function foldBeat(
  state: State,
  { covered, limits, now }: BeatFacts,
): { state: State; frozen: number } {
  const { days, frozen, pruned } = foldDays(state.days, covered, now);
  const folded: State = {
    ...state,
    agentVersion: covered.agentVersion ?? state.agentVersion,
    days,
    lastGoodLimits: limits.status === "ok" ? limits : state.lastGoodLimits,
    lastBeat: {
      at: new Date(now).toISOString(),
      limitsStatus: limits.status,
      limitsDetail: limits.detail ?? null,
      readErrors: covered.readErrors,
    },
  };
  const doubtful = clockStep(state, now) !== "usual";
  return { state: doubtful ? setAsidePruned(folded, pruned) : folded, frozen };
}
