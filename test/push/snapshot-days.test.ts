// The days that a snapshot lists, and `since` (rules SNAPSHOT-2, SNAPSHOT-3).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Days } from "../../src/contract/index.ts";
import { emptyState, TODAY } from "../support/fixtures.ts";
import { aSnapshot, counts } from "../support/snapshots.ts";

const used = { "model-a": counts() };
const open = (models = {}) => ({ state: "open", models }) as const;
const frozen = (models = {}) => ({ state: "frozen", frozenAt: "2026-11-20T05:15:00.000Z", models }) as const;

function usageOf(days: Days, now?: number) {
  const { usage } = aSnapshot({ state: emptyState({ days }), ...(now !== undefined && { now }) });
  return { since: usage.since, days: usage.days.map(({ day }) => day) };
}

test("since is the oldest stored day with usage", () => {
  const days = { "2026-11-17": frozen(), "2026-11-18": frozen(used), "2026-11-19": open(used) };
  assert.equal(usageOf(days).since, "2026-11-18");
});

test("since is today if no stored day has usage", () => {
  assert.equal(usageOf({}).since, TODAY);
  assert.equal(usageOf({ "2026-11-10": frozen(), "2026-11-20": open() }).since, TODAY);
});

test("today is Toronto's day: at 04:59 UTC it is still yesterday there", () => {
  assert.equal(usageOf({}, Date.parse("2026-11-21T04:59:59.999Z")).since, "2026-11-20");
  assert.equal(usageOf({}, Date.parse("2026-11-21T05:00:00.000Z")).since, "2026-11-21");
});

test("every stored day from since to today is listed, in order", () => {
  const days = {
    "2026-11-20": open(used),
    "2026-11-18": frozen(used),
    "2026-11-19": open(used),
    "2026-11-17": frozen(used),
  };
  assert.deepEqual(usageOf(days).days, ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"]);
});

test("an empty day after the first with usage is listed, with no models", () => {
  const days = { "2026-11-17": frozen(used), "2026-11-18": frozen(), "2026-11-20": open() };
  const { usage } = aSnapshot({ state: emptyState({ days }) });
  assert.deepEqual(usage.days.slice(1), [
    { day: "2026-11-18", state: "frozen", models: [] },
    { day: "2026-11-20", state: "open", models: [] },
  ]);
});

test("empty days before the first with usage are not listed", () => {
  const days = { "2026-11-10": frozen(), "2026-11-11": frozen(), "2026-11-18": frozen(used) };
  assert.deepEqual(usageOf(days).days, ["2026-11-18"]);
});

test("a day that is not stored is not listed: it may not be empty", () => {
  const days = { "2026-11-16": frozen(used), "2026-11-19": open(used) };
  assert.deepEqual(usageOf(days).days, ["2026-11-16", "2026-11-19"]);
});

test("days after today are not listed", () => {
  const days = { "2026-11-20": open(used), "2026-11-21": open(used) };
  assert.deepEqual(usageOf(days), { since: "2026-11-20", days: ["2026-11-20"] });
  assert.deepEqual(usageOf({ "2026-11-21": open(used) }), { since: TODAY, days: [] });
});

test("an open day is listed as open, a frozen one as frozen", () => {
  const days = { "2026-11-18": frozen(used), "2026-11-19": open(used) };
  const { usage } = aSnapshot({ state: emptyState({ days }) });
  assert.deepEqual(
    usage.days.map(({ state }) => state),
    ["frozen", "open"],
  );
});

test("days around a clock change are each listed once", () => {
  const names = ["2026-10-31", "2026-11-01", "2026-11-02"];
  const days = Object.fromEntries(names.map((day) => [day, open(used)]));
  assert.deepEqual(usageOf(days, Date.parse("2026-11-02T17:00:00Z")).days, names);
});
