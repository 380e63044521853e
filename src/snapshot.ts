import type { Snapshot } from "./contract.ts";
import { type SnapshotFacts, snapshotOf } from "./push/snapshot.ts";
import { withFallback } from "./state/fallback.ts";

/**
 * What a push sends (design: Snapshot and push). `limits` is what this beat found: where it has no figures the
 * last good ones of `state` stand in.
 */
export function buildSnapshot(facts: SnapshotFacts): Snapshot {
  const { state, limits, now } = facts;
  return snapshotOf({ ...facts, limits: withFallback(limits, state.lastGoodLimits, now) });
}
