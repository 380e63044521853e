import type { Counts, Item, LimitsResult, Machine, Models, Snapshot } from "../../src/contract/index.ts";
import type { SnapshotFacts } from "../../src/push/snapshot.ts";
import { buildSnapshot } from "../../src/push/snapshot.ts";
import type { State } from "../../src/state/law/state.ts";

export const NOW = Date.parse("2026-11-20T17:00:00.000Z");
export const TODAY = "2026-11-20";
export const STATE_ID = "0b4f4c1e-9d5c-4f3a-8d0a-3f1f6a1b2c3d";
export const MACHINE: Machine = { id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", label: "desk", os: "linux" };

export function counts(requests = 1, tokens = 1): Counts {
  return {
    requests,
    inputTokens: tokens,
    outputTokens: tokens,
    cacheCreationTokens: tokens,
    cacheReadTokens: tokens,
  };
}

export function item(fields: Partial<Item> = {}): Item {
  return { kind: "session", group: "session", percent: 42, resetsAt: null, model: null, ...fields };
}

export function okLimits(items: Item[] = [item()], at: number = NOW): LimitsResult {
  return { status: "ok", fetchedAt: new Date(at).toISOString(), items };
}

export const DISABLED: LimitsResult = { status: "disabled", fetchedAt: null, items: [] };

export function aState(fields: Partial<State> = {}): State {
  return {
    schemaVersion: 1,
    program: "agent-usage",
    stateId: STATE_ID,
    seq: 7,
    agentVersion: "2.1.90",
    days: {},
    lastGoodLimits: null,
    lastBeat: null,
    ...fields,
  };
}

/** A snapshot of a small state; `facts` override its own. */
export function aSnapshot(facts: Partial<SnapshotFacts> = {}): Snapshot {
  return buildSnapshot({
    state: aState(),
    limits: okLimits(),
    machine: MACHINE,
    readErrors: 0,
    now: NOW,
    ...facts,
  });
}

/** A snapshot with these days, all open. */
export function snapshotOfDays(days: Record<string, Models>, facts: Partial<SnapshotFacts> = {}): Snapshot {
  const records = Object.entries(days).map(([day, models]) => [day, { state: "open", models }] as const);
  return aSnapshot({ state: aState({ days: Object.fromEntries(records) }), ...facts });
}

/** The size of a push in bytes. */
export function bytesOf(snapshot: Snapshot): number {
  return Buffer.byteLength(JSON.stringify(snapshot));
}

/** The same snapshot padded to exactly `bytes` bytes. */
export function paddedTo(bytes: number, snapshot: Snapshot = aSnapshot()): Snapshot {
  const version = snapshot.agentVersion ?? "";
  const padding = "x".repeat(bytes - bytesOf(snapshot));
  return { ...snapshot, agentVersion: `${version}${padding}` };
}
