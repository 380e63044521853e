import type { LimitsResult } from "../../contract/index.ts";
import { type ClockStep, setAsidePruned } from "./clock.ts";
import { type Covered, foldDays } from "./days.ts";
import type { State } from "./state.ts";

export interface BeatFacts {
  readonly covered: Covered & { readonly agentVersion: string | null };
  readonly limits: LimitsResult;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The state after a beat, and how many days it froze. `seq` is left to the save. */
export function foldBeat(
  { state, clock }: { readonly state: State; readonly clock: ClockStep },
  { covered, limits, now }: BeatFacts,
): { state: State; frozen: number } {
  const { days, frozen, pruned, recordSince } = foldDays(state.days, covered, now, state.recordSince);
  const folded: State = {
    ...state,
    agentVersion: covered.agentVersion ?? state.agentVersion,
    days,
    ...(recordSince !== undefined && { recordSince }),
    cacheWritesSince: state.cacheWritesSince ?? new Date(now).toISOString(),
    lastGoodLimits: limits.status === "ok" ? limits : state.lastGoodLimits,
    lastBeat: {
      at: new Date(now).toISOString(),
      limitsStatus: limits.status,
      limitsDetail: limits.detail ?? null,
      readErrors: covered.readErrors,
    },
  };
  return { state: clock === "usual" ? folded : setAsidePruned(folded, pruned), frozen };
}
