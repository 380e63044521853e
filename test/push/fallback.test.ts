// The limits that are pushed if a beat has no items of its own (rules FALLBACK-1 to FALLBACK-4).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LimitsResult } from "../../src/contract/index.ts";
import { withFallback } from "../../src/push/fallback.ts";
import { at, DAY, HOUR, item, NOW, okLimits } from "../support/fixtures.ts";

const FAILED: LimitsResult = { status: "http_error", detail: "http_503", fetchedAt: null, items: [] };
const FETCHED = NOW - HOUR;

test("an ok result is pushed as it is", () => {
  const limits = okLimits(NOW, [item({ percent: 1 })]);
  assert.deepEqual(withFallback(limits, okLimits(FETCHED), NOW), limits);
});

test("disabled pushes no items, even if there are good ones", () => {
  const limits: LimitsResult = { status: "disabled", fetchedAt: null, items: [] };
  assert.deepEqual(withFallback(limits, okLimits(FETCHED), NOW), limits);
});

for (const status of ["unavailable", "token_expired", "http_error"] as const) {
  test(`${status}: this beat's status, with the last good time and items`, () => {
    const limits: LimitsResult = { status, fetchedAt: null, items: [] };
    const items = [item({ resetsAt: at(NOW + HOUR) }), item({ kind: "weekly" })];
    const pushed = withFallback(limits, okLimits(FETCHED, items), NOW);
    assert.deepEqual(pushed, { status, fetchedAt: at(FETCHED), items });
  });
}

test("this beat's detail is pushed", () => {
  assert.equal(withFallback(FAILED, okLimits(FETCHED), NOW).detail, "http_503");
});

test("the detail does not come from the last good result", () => {
  const limits: LimitsResult = { status: "token_expired", fetchedAt: null, items: [] };
  assert.equal("detail" in withFallback(limits, okLimits(FETCHED), NOW), false);
});

test("no good result yet: no items, and fetchedAt null", () => {
  assert.deepEqual(withFallback(FAILED, null, NOW), FAILED);
});

test("a result exactly 7 days old is still pushed", () => {
  assert.equal(withFallback(FAILED, okLimits(NOW - 7 * DAY), NOW).fetchedAt, at(NOW - 7 * DAY));
});

test("a result 7 days and a millisecond old is not pushed: fetchedAt is null", () => {
  assert.deepEqual(withFallback(FAILED, okLimits(NOW - 7 * DAY - 1), NOW), FAILED);
});

test("a result from this millisecond is pushed", () => {
  assert.equal(withFallback(FAILED, okLimits(NOW), NOW).fetchedAt, at(NOW));
});

test("a result from the future counts as old, to the millisecond", () => {
  assert.deepEqual(withFallback(FAILED, okLimits(NOW + 1), NOW), FAILED);
  assert.deepEqual(withFallback(FAILED, okLimits(NOW + 365 * DAY), NOW), FAILED);
});

test("an item that resets now, or has reset, is left out; the others stay in their order", () => {
  const items = [
    item({ kind: "first", resetsAt: at(NOW + 1) }),
    item({ kind: "reset an hour ago", resetsAt: at(NOW - HOUR) }),
    item({ kind: "resets now", resetsAt: at(NOW) }),
    item({ kind: "last", resetsAt: null }),
  ];
  const { items: pushed } = withFallback(FAILED, okLimits(FETCHED, items), NOW);
  assert.deepEqual(pushed, [items[0], items[3]]);
});

test("a reset with a zone is compared as an instant", () => {
  const before = item({ resetsAt: "2026-11-20T17:59:59+01:00" });
  const after = item({ resetsAt: "2026-11-20T12:00:01-05:00" });
  assert.deepEqual(withFallback(FAILED, okLimits(FETCHED, [before, after]), NOW).items, [after]);
});

test("all items have reset: none are pushed, and fetchedAt is null", () => {
  const items = [item({ resetsAt: at(NOW) }), item({ resetsAt: at(NOW - 1) })];
  assert.deepEqual(withFallback(FAILED, okLimits(FETCHED, items), NOW), FAILED);
});

test("neither result is modified", () => {
  const lastGood = okLimits(FETCHED, [item({ resetsAt: at(NOW) }), item()]);
  const copies = structuredClone([FAILED, lastGood]);
  withFallback(FAILED, lastGood, NOW);
  assert.deepEqual([FAILED, lastGood], copies);
});
