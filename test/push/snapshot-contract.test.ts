// The zod schema, the published JSON Schema and the snapshots that the code builds agree.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { contractText } from "../../scripts/generate.ts";
import { addDays, torontoDay } from "../../src/base/calendar.ts";
import {
  type Counts,
  type DayRecord,
  type Item,
  type LimitsResult,
  snapshotSchema,
} from "../../src/contract/index.ts";
import { buildSnapshot } from "../../src/push/snapshot.ts";
import type { State } from "../../src/state/law/state.ts";
import { emptyState, MACHINE, TODAY } from "../support/fixtures.ts";
import { aSnapshot, snapshotOfDays } from "../support/snapshots.ts";

const RUNS = { numRuns: 1000 };

const text = fc.string({ unit: "binary", maxLength: 64 });
const named = fc
  .string({ unit: "binary", minLength: 1, maxLength: 64 })
  .filter((name) => name !== "__proto__");
const count = fc.maxSafeNat();
const now = fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2099-12-31") });
const instant = now.map((at) => new Date(at).toISOString());
const resetsAt = fc.option(fc.oneof(instant, fc.constant("2026-11-20T12:00:00.123456+00:00")));

const counted: fc.Arbitrary<Counts> = fc.record({
  requests: count,
  inputTokens: count,
  outputTokens: count,
  cacheCreationTokens: count,
  cacheReadTokens: count,
});
const models = fc.dictionary(named, counted, { maxKeys: 12 });
const record: fc.Arbitrary<DayRecord> = fc.oneof(
  fc.record({ state: fc.constant("open" as const), models }),
  fc.record({ state: fc.constant("frozen" as const), frozenAt: instant, models }),
);
const anItem = fc.record(
  { kind: named, group: text, percent: fc.nat(100), severity: text, resetsAt, model: fc.option(text) },
  { requiredKeys: ["kind", "group", "resetsAt", "model"] },
) as fc.Arbitrary<Item>;
const items = fc.array(anItem, { maxLength: 12 });
const limits: fc.Arbitrary<LimitsResult> = fc.oneof(
  fc.record({ status: fc.constant("ok" as const), fetchedAt: instant, items }),
  fc.record({
    status: fc.constantFrom("unavailable" as const, "http_error" as const),
    detail: fc.constantFrom("network", "timeout", "bad_response", "http_429"),
    fetchedAt: fc.constant(null),
    items: fc.constant<Item[]>([]),
  }),
  fc.record({
    status: fc.constantFrom("disabled" as const, "token_expired" as const),
    fetchedAt: fc.constant(null),
    items: fc.constant<Item[]>([]),
  }),
);

/** Facts that a beat can have: stored days around today, limits of every kind. */
const facts = now.chain((at) =>
  fc.record({
    now: fc.constant(at),
    readErrors: count,
    limits,
    machine: fc.record(
      { id: fc.uuid({ version: 4 }), label: named, os: fc.constantFrom("linux", "darwin"), account: named },
      { requiredKeys: ["id", "label", "os"] },
    ),
    state: fc
      .record({
        seq: count,
        agentVersion: fc.option(fc.constantFrom("2.1.90", "1.0.0-beta.1")),
        lastGoodLimits: fc.option(
          fc.record({ status: fc.constant("ok" as const), fetchedAt: instant, items }),
        ),
        days: fc
          .array(fc.tuple(fc.integer({ min: -36, max: 1 }), record), { maxLength: 6 })
          .map((days) => Object.fromEntries(days.map(([back, day]) => [addDays(torontoDay(at), back), day]))),
      })
      .map((fields): State => emptyState(fields)),
  }),
);

test("every snapshot that is built matches the schema, also after a round trip through JSON", () => {
  fc.assert(
    fc.property(facts, (given) => {
      const snapshot = buildSnapshot(given as Parameters<typeof buildSnapshot>[0]);
      assert.ok(snapshotSchema.safeParse(snapshot).success);
      const sent: unknown = JSON.parse(JSON.stringify(snapshot));
      assert.deepEqual(snapshotSchema.parse(sent), sent);
    }),
    RUNS,
  );
});

test("no day lists a model twice, or more than 8 and other", () => {
  fc.assert(
    fc.property(facts, (given) => {
      for (const day of buildSnapshot(given as Parameters<typeof buildSnapshot>[0]).usage.days) {
        assert.equal(new Set(day.models.map(({ model }) => model)).size, day.models.length);
        assert.ok(day.models.length <= 9);
      }
    }),
    RUNS,
  );
});

test("unknown keys are ignored at every level", () => {
  const { limits: block, machine, usage, ...rest } = snapshotOfDays({ [TODAY]: { m: { ...ONE } } });
  const later = { added: "later" };
  const extended = {
    ...rest,
    ...later,
    machine: { ...machine, ...later },
    limits: { ...block, ...later, items: block.items.map((one) => ({ ...one, ...later })) },
    usage: {
      ...usage,
      ...later,
      days: usage.days.map((day) => ({
        ...day,
        ...later,
        models: day.models.map((model) => ({ ...model, ...later })),
      })),
    },
  };
  assert.ok(snapshotSchema.safeParse(extended).success);
});

const ONE: Counts = {
  requests: 1,
  inputTokens: 1,
  outputTokens: 1,
  cacheCreationTokens: 1,
  cacheReadTokens: 1,
};

for (const [what, change] of [
  ["another schemaVersion", { schemaVersion: 2 }],
  ["no stateId", { stateId: undefined }],
  ["a seq that is no count", { seq: -1 }],
  ["another time zone", { timeZone: "UTC" }],
  ["a machine whose id is no UUID", { machine: { ...MACHINE, id: "desk" } }],
  ["limits of an unknown status", { limits: { status: "fine", fetchedAt: null, items: [] } }],
  ["a day that is none", { usage: { since: "2026-02-30", readErrors: 0, days: [] } }],
] as const) {
  test(`${what} does not match the schema`, () => {
    assert.ok(!snapshotSchema.safeParse({ ...aSnapshot(), ...change }).success);
  });
}

test("the published JSON Schema is generated from the zod schema", () => {
  const published = readFileSync(new URL("../../contract/snapshot.v1.schema.json", import.meta.url), "utf8");
  assert.equal(published, contractText());
});

test("the published JSON Schema forbids no key", () => {
  assert.ok(!contractText().includes('"additionalProperties": false'));
});
