// Every field of the push's body (rule SNAPSHOT-1).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { emptyState, item, MACHINE, NOW, okLimits, STATE_ID } from "../support/fixtures.ts";
import { aSnapshot, counts } from "../support/snapshots.ts";

const packageJson = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
const { version } = JSON.parse(packageJson) as { version: string };

test("a snapshot has every field of the contract, and no others", () => {
  const snapshot = aSnapshot({
    state: emptyState({
      days: {
        "2026-11-18": {
          state: "frozen",
          frozenAt: "2026-11-20T05:15:00.000Z",
          models: { "model-a": counts(3, 10) },
        },
        "2026-11-20": { state: "open", models: { "model-a": counts(1, 5) } },
      },
    }),
    limits: okLimits(NOW, [item({ severity: "warning", resetsAt: "2026-11-20T19:00:00Z", model: "Large" })]),
    machine: { ...MACHINE, account: "work" },
    readErrors: 2,
  });
  assert.deepEqual(snapshot, {
    schemaVersion: 1,
    program: "agent-usage",
    machine: { id: MACHINE.id, label: "desk", os: "linux", account: "work" },
    stateId: STATE_ID,
    seq: 7,
    agentUsageVersion: version,
    agentVersion: "2.1.90",
    sentAt: "2026-11-20T17:00:00.000Z",
    timeZone: "America/Toronto",
    limits: {
      status: "ok",
      fetchedAt: "2026-11-20T17:00:00.000Z",
      items: [
        {
          kind: "session",
          group: "session",
          percent: 42,
          severity: "warning",
          resetsAt: "2026-11-20T19:00:00Z",
          model: "Large",
        },
      ],
    },
    usage: {
      since: "2026-11-18",
      readErrors: 2,
      days: [
        { day: "2026-11-18", state: "frozen", models: [{ model: "model-a", ...counts(3, 10) }] },
        { day: "2026-11-20", state: "open", models: [{ model: "model-a", ...counts(1, 5) }] },
      ],
    },
  });
});

test("an account that is not set is not sent", () => {
  assert.deepEqual(Object.keys(aSnapshot().machine), ["id", "label", "os"]);
});

test("agentVersion is null until a version is found", () => {
  assert.equal(aSnapshot({ state: emptyState({ agentVersion: null }) }).agentVersion, null);
});

test("fields that only the state uses are not sent", () => {
  const state = emptyState({
    setAside: { "2026-11-01": { kept: counts() } },
    lastGoodLimits: okLimits(NOW, [item({ kind: "kept" })]),
    lastBeat: {
      at: new Date(NOW).toISOString(),
      limitsStatus: "ok",
      limitsDetail: null,
      readErrors: 0,
    },
  });
  assert.deepEqual(aSnapshot({ state }), aSnapshot());
});

test("failed limits have their status and detail, and no items if there are none", () => {
  const limits = { status: "http_error", detail: "http_429", fetchedAt: null, items: [] } as const;
  assert.deepEqual(aSnapshot({ limits: { ...limits, items: [] } }).limits, limits);
});

test("the given facts are not modified", () => {
  const facts = { state: emptyState({ lastGoodLimits: okLimits() }), limits: okLimits(), machine: MACHINE };
  const before = structuredClone(facts);
  aSnapshot(facts);
  assert.deepEqual(facts, before);
});
