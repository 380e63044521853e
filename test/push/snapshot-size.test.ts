// The 8 models become 4, 2, 1 or 0 if the body would exceed 60 KiB (rule SNAPSHOT-5).
import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "../../src/base/calendar.ts";
import type { Item, Snapshot } from "../../src/contract/index.ts";
import type { SnapshotFacts } from "../../src/push/snapshot.ts";
import { emptyState, item, MACHINE, NOW, okLimits, TODAY } from "../support/fixtures.ts";
import { bytesOf, counts, snapshotOfDays } from "../support/snapshots.ts";

const WANTED = 60 * 1024;
const LIMIT = 64 * 1024;
const MOST = Number.MAX_SAFE_INTEGER;
/** Characters of 1, 3 and 6 bytes in JSON. The last is a lone surrogate, which is written as an escape. */
const [NARROW, WIDE, WIDEST] = ["m", "\u65e5", "\ud800"];

/** A name of 128 characters: a number, then one repeated character. */
function name(index: number, character: string): string {
  const number = String(index);
  return number + character.repeat(128 - number.length);
}

/** Days up to today, each with a number of models whose names have 128 characters. */
function full(dayCount: number, modelCount: number, character: string, facts: Partial<SnapshotFacts> = {}) {
  const models = Object.fromEntries(
    Array.from({ length: modelCount }, (_, i) => [name(i, character), counts(1, 10 ** 6 + i)]),
  );
  const days = Array.from({ length: dayCount }, (_, i) => [addDays(TODAY, -i), models] as const);
  return snapshotOfDays(Object.fromEntries(days), facts);
}

/** Twelve items, all strings at their maximum length. */
function fullItems(character: string): Item[] {
  const text = character.repeat(128);
  const one = item({ kind: text, group: text, severity: text, model: text, percent: 100, resetsAt: text });
  return Array.from({ length: 12 }, () => one);
}

/** How many models each day lists by name. */
function named({ usage }: Snapshot): number[] {
  return [...new Set(usage.days.map(({ models }) => models.filter(({ model }) => model !== "other").length))];
}

for (const [models, what, snapshot] of [
  [8, "36 days with 20 models of short names", full(36, 20, "")],
  [4, "36 days with 20 models of 128 letters", full(36, 20, NARROW)],
  [2, "36 days with 20 models of 128 letters of 3 bytes", full(36, 20, WIDE)],
  [1, "36 days with 20 models of 128 letters of 6 bytes", full(36, 20, WIDEST)],
  [
    0,
    "the same, with 12 items as long as they may be",
    full(36, 20, WIDEST, { limits: okLimits(NOW, fullItems(WIDEST)) }),
  ],
] as const) {
  test(`${what}: ${models} per day are named`, () => {
    assert.deepEqual(named(snapshot), [models]);
    assert.ok(bytesOf(snapshot) <= WANTED, `${bytesOf(snapshot)} bytes`);
  });
}

test("a body of exactly 60 KiB keeps its 8 models; one more byte reduces them to 4", () => {
  const withVersion = (length: number) =>
    full(1, 20, NARROW, {
      state: emptyState({
        agentVersion: "x".repeat(length),
        days: {
          [TODAY]: {
            state: "open",
            models: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}`, counts()])),
          },
        },
      }),
    });
  const room = WANTED - bytesOf(withVersion(0));
  assert.deepEqual(named(withVersion(room)), [8]);
  assert.equal(bytesOf(withVersion(room)), WANTED);
  assert.deepEqual(named(withVersion(room + 1)), [4]);
});

test("the totals of a day are the same at every step", () => {
  const totals = ({ usage }: Snapshot) =>
    usage.days.map(({ models }) =>
      models.reduce((sum, { requests, inputTokens }) => sum + requests + inputTokens, 0),
    );
  const expected = totals(full(36, 20, ""));
  for (const character of [NARROW, WIDE, WIDEST]) assert.deepEqual(totals(full(36, 20, character)), expected);
});

for (const character of [NARROW, WIDE, WIDEST]) {
  const bytes = Buffer.byteLength(JSON.stringify(character)) - 2;
  test(`36 days, 40 models, every text at its longest, with ${bytes} bytes per letter: under 64 KiB`, () => {
    const text = character.repeat(128);
    const models = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [name(i, character), counts(MOST, MOST)]),
    );
    const days = Array.from(
      { length: 36 },
      (_, i) => [addDays(TODAY, -i), { state: "frozen", models }] as const,
    );
    const snapshot = snapshotOfDays(
      {},
      {
        state: emptyState({
          seq: MOST,
          agentVersion: `1.2.3${"x".repeat(48)}`,
          days: Object.fromEntries(days),
        }),
        limits: { ...okLimits(NOW, fullItems(character)), status: "http_error", detail: "http_429" },
        machine: { ...MACHINE, label: text, account: text },
        readErrors: MOST,
      },
    );
    assert.ok(bytesOf(snapshot) <= LIMIT, `${bytesOf(snapshot)} bytes`);
  });
}
