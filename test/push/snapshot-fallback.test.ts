// The last good limits are pushed if a beat has none of its own (rules FALLBACK-1 to FALLBACK-4).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Item, LimitsResult } from "../../src/contract/index.ts";
import { DISABLED, emptyState, item, NOW, okLimits } from "../support/fixtures.ts";
import { aSnapshot } from "../support/snapshots.ts";

const DAY_MS = 24 * 3_600_000;
const at = (offset: number) => new Date(NOW + offset).toISOString();
const FAILED: LimitsResult = { status: "http_error", detail: "http_429", fetchedAt: null, items: [] };

/** The limits that are pushed if this beat found `limits`. @param age of the last good items, in milliseconds */
function pushed(limits: LimitsResult, items: Item[], age = 900_000) {
  return aSnapshot({ limits, state: emptyState({ lastGoodLimits: okLimits(NOW - age, items) }) }).limits;
}

for (const limits of [
  FAILED,
  { status: "unavailable", detail: "network", fetchedAt: null, items: [] },
  { status: "token_expired", fetchedAt: null, items: [] },
] satisfies LimitsResult[]) {
  test(`after ${limits.status} the last good items are pushed, with their time and this beat's status`, () => {
    assert.deepEqual(pushed(limits, [item()]), { ...limits, fetchedAt: at(-900_000), items: [item()] });
  });
}

test("limits that are ok are pushed as they are", () => {
  const fresh = okLimits(NOW, [item({ percent: 50 })]);
  assert.deepEqual(pushed(fresh, [item({ percent: 40 })]), fresh);
});

test("limits that are turned off push no items", () => {
  assert.deepEqual(pushed(DISABLED, [item()]), DISABLED);
});

test("an item whose reset is not after now is left out", () => {
  const later = item({ kind: "weekly", resetsAt: at(1) });
  const found = pushed(FAILED, [item({ resetsAt: at(-1) }), item({ resetsAt: at(0) }), later]);
  assert.deepEqual(found.items, [later]);
});

test("an item without a reset time is kept", () => {
  assert.deepEqual(pushed(FAILED, [item({ resetsAt: null })]).items, [item({ resetsAt: null })]);
});

test("a reset with an offset is read as an instant", () => {
  // 17:00 UTC is now: 12:00:01-05:00 is a second later.
  const later = item({ resetsAt: "2026-11-20T12:00:01-05:00" });
  assert.deepEqual(pushed(FAILED, [item({ resetsAt: "2026-11-20T12:00:00-05:00" }), later]).items, [later]);
});

test("if no item is left, fetchedAt is null", () => {
  assert.deepEqual(pushed(FAILED, [item({ resetsAt: at(-1) })]), FAILED);
});

test("a result that is 7 days old is still pushed, an older one is not", () => {
  assert.equal(pushed(FAILED, [item()], 7 * DAY_MS).items.length, 1);
  assert.deepEqual(pushed(FAILED, [item()], 7 * DAY_MS + 1), FAILED);
});

test("a result from the future counts as old", () => {
  assert.deepEqual(pushed(FAILED, [item()], -1), FAILED);
});

test("without good limits the failure is pushed as it is", () => {
  assert.deepEqual(aSnapshot({ limits: FAILED }).limits, FAILED);
});
