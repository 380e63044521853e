// The models that a day lists: the 8 with the most tokens, and the rest as `other` (rule SNAPSHOT-4).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Models } from "../../src/contract/index.ts";
import { TODAY } from "../support/fixtures.ts";
import { counts, snapshotOfDays } from "../support/snapshots.ts";

/** The models of the only day in the snapshot. */
function listed(models: Models) {
  return snapshotOfDays({ [TODAY]: models }).usage.days[0]?.models ?? [];
}

/** `model-1` to `model-<n>`. A higher number has more tokens. */
function numbered(n: number): Models {
  const entries = Array.from(
    { length: n },
    (_, i) => [`model-${i + 1}`, counts(i + 1, (i + 1) * 10)] as const,
  );
  return Object.fromEntries(entries);
}

const names = (models: Models) => listed(models).map(({ model }) => model);
const other = (models: Models) => listed(models).filter(({ model }) => model === "other");

test("8 models are listed by name", () => {
  assert.deepEqual(new Set(names(numbered(8))), new Set(Object.keys(numbered(8))));
});

test("of 9 models the 8 with the most tokens are listed, and the ninth becomes other", () => {
  const wanted = [...Object.keys(numbered(9)).slice(1), "other"];
  assert.deepEqual(names(numbered(9)).sort(), wanted.sort());
  assert.deepEqual(other(numbered(9)), [{ model: "other", ...counts(1, 10) }]);
});

test("all models past the eighth are added up, count by count", () => {
  const sum = {
    requests: 1 + 2 + 3,
    inputTokens: 60,
    outputTokens: 60,
    cacheCreationTokens: 60,
    cacheReadTokens: 60,
  };
  assert.deepEqual(other(numbered(11)), [{ model: "other", ...sum }]);
});

test("each kind of token is added up separately", () => {
  const small = {
    requests: 1,
    inputTokens: 2,
    outputTokens: 3,
    cacheCreationTokens: 4,
    cacheReadTokens: 5,
  };
  const models = { ...numbered(8), tiny: small, tiniest: { ...small, requests: 10 } };
  const sum = {
    requests: 11,
    inputTokens: 4,
    outputTokens: 6,
    cacheCreationTokens: 8,
    cacheReadTokens: 10,
  };
  assert.deepEqual(other(models), [{ model: "other", ...sum }]);
});

test("a model's rank is its total tokens, not its requests", () => {
  const cached = { ...counts(1, 0), cacheReadTokens: 1_000_000 };
  const busy = counts(1_000_000, 0);
  const found = names({ ...numbered(8), cached, busy });
  assert.ok(found.includes("cached"));
  assert.ok(!found.includes("busy"));
});

test("among equal models, the same ones are listed in every beat", () => {
  const equal = Array.from({ length: 12 }, (_, i) => [`model-${i}`, counts()] as const);
  const forwards = listed(Object.fromEntries(equal));
  assert.deepEqual(listed(Object.fromEntries([...equal].reverse())), forwards);
});

test("a model called other, among 8, is listed normally", () => {
  const models = { ...numbered(7), other: counts(5, 55) };
  assert.equal(listed(models).length, 8);
  assert.deepEqual(other(models), [{ model: "other", ...counts(5, 55) }]);
});

test("a model called other is added to the sum, and never listed twice", () => {
  const models = { ...numbered(9), other: counts(5, 1000) };
  const sum = {
    requests: 5 + 1 + 2,
    inputTokens: 1030,
    outputTokens: 1030,
    cacheCreationTokens: 1030,
    cacheReadTokens: 1030,
  };
  assert.deepEqual(other(models), [{ model: "other", ...sum }]);
});

test("a sum stops at 2^53-1, and stays an integer", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const models = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`m${i}`, counts(1, most)]));
  assert.deepEqual(other(models), [{ model: "other", ...counts(2, most) }]);
});

test("each day has its own 8 models", () => {
  const first = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`first-${i}`, counts()]));
  const second = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`second-${i}`, counts()]));
  const { days } = snapshotOfDays({ "2026-11-19": first, [TODAY]: second }).usage;
  assert.deepEqual(
    days.map(({ models }) => models.length),
    [8, 8],
  );
});
