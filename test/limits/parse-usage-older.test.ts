// The older shape of the response (rules PARSE-3, PARSE-4).
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseUsage } from "../../src/limits/parse.ts";

const SESSION = { kind: "session", group: "session", percent: 13, resetsAt: null, model: null };
const WEEKLY = { kind: "weekly_all", group: "weekly", percent: 57, resetsAt: null, model: null };
const five_hour = { utilization: 12.6 };
const seven_day = { utilization: 57 };

test("five_hour gives the session, seven_day the week, without severity and model", () => {
  assert.deepEqual(parseUsage({ five_hour, seven_day }), [SESSION, WEEKLY]);
});

test("the session comes first, whatever the order of the keys", () => {
  assert.deepEqual(parseUsage({ seven_day, five_hour }), [SESSION, WEEKLY]);
});

test("a single window gives one item", () => {
  assert.deepEqual(parseUsage({ five_hour }), [SESSION]);
  assert.deepEqual(parseUsage({ seven_day, five_hour: null }), [WEEKLY]);
});

test("resetsAt comes from resets_at", () => {
  const resets_at = "2026-11-20T15:00:00+00:00";
  assert.deepEqual(parseUsage({ five_hour: { utilization: 12.6, resets_at } }), [
    { ...SESSION, resetsAt: resets_at },
  ]);
});

test("percent is rounded and clamped as in the current shape", () => {
  for (const [utilization, percent] of [
    [-3, 0],
    [0, 0],
    [99.5, 100],
    [250, 100],
  ] as const) {
    assert.equal(parseUsage({ five_hour: { utilization } })[0]?.percent, percent);
  }
});

test("a window whose utilization is not a finite number is skipped", () => {
  for (const utilization of [undefined, null, "12", true, [12], Number.NaN, Infinity]) {
    assert.deepEqual(parseUsage({ five_hour: { utilization }, seven_day }), [WEEKLY]);
  }
});

test("a window that is not a plain object is skipped", () => {
  for (const window of [undefined, null, 12, "12", [], [{ utilization: 12 }]]) {
    assert.deepEqual(parseUsage({ five_hour: window, seven_day }), [WEEKLY]);
  }
});

test("other keys of a window, and other windows, do not reach the items", () => {
  const window = {
    ...five_hour,
    severity: "warning",
    group: "other",
    scope: { model: { display_name: "m" } },
  };
  assert.deepEqual(parseUsage({ five_hour: window, seven_day_opus: { utilization: 5 }, extra: 1 }), [
    SESSION,
  ]);
});

test("limits with at least one item win over the older shape", () => {
  const items = parseUsage({ limits: [null, { kind: "current" }], five_hour, seven_day });
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ["current"],
  );
});

test("limits that are not an array, or give no items, fall back to the older shape", () => {
  for (const limits of [
    undefined,
    null,
    {},
    "x",
    7,
    [],
    [null],
    [{ kind: "" }],
    { 0: { kind: "a" }, length: 1 },
  ]) {
    assert.deepEqual(parseUsage({ limits, five_hour }), [SESSION]);
  }
});

test("neither shape gives no items", () => {
  assert.deepEqual(parseUsage({}), []);
  assert.deepEqual(parseUsage({ limits: [], five_hour: {}, seven_day: null }), []);
});
