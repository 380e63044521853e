// Snapshots as the program pushes them.
import type { Counts, Models, Snapshot } from "../../src/contract/index.ts";
import type { SnapshotFacts } from "../../src/push/snapshot.ts";
import { buildSnapshot } from "../../src/push/snapshot.ts";
import { emptyState, MACHINE, NOW, okLimits } from "./fixtures.ts";

/** `requests` requests and `tokens` tokens of each kind. */
export function counts(requests = 1, tokens = 1): Counts {
  return {
    requests,
    inputTokens: tokens,
    outputTokens: tokens,
    cacheCreationTokens: tokens,
    cacheReadTokens: tokens,
  };
}

/** A snapshot of a small state; `facts` override its own. */
export function aSnapshot(facts: Partial<SnapshotFacts> = {}): Snapshot {
  return buildSnapshot({
    state: emptyState(),
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
  return aSnapshot({ state: emptyState({ days: Object.fromEntries(records) }), ...facts });
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
