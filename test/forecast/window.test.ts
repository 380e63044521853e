// Which figure counts, and in which window: drift, and sessions that disagree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outlookOf } from "../../src/forecast/index.ts";
import { DAY, HOUR, iso, MINUTE, outlook, RESET, readingsOf, SESSION, WEEK } from "../support/forecast.ts";

test("of sessions that disagree the greatest figure counts", () => {
  const both = [
    [3 * HOUR, 40],
    [3 * HOUR - 10 * MINUTE, 38],
    [3 * HOUR - 20 * MINUTE, 41],
    [3 * HOUR - 30 * MINUTE, 38],
  ] as const;
  const { percent, window, forecast } = outlook(SESSION, both, 3 * HOUR - 35 * MINUTE);
  assert.equal(percent, 41);
  assert.equal(window?.start, iso(RESET - 5 * HOUR));
  assert.notEqual(forecast.status, "unknown");
});

test("a maximum ends half an hour after it was last reported", () => {
  const fossil = [
    [3 * HOUR, 30],
    [2 * HOUR, 34],
    [2 * HOUR - 10 * MINUTE, 31],
  ] as const;
  assert.equal(outlook(SESSION, fossil, 2 * HOUR - 39 * MINUTE).percent, 34);
  assert.equal(outlook(SESSION, fossil, 2 * HOUR - 40 * MINUTE).percent, 31);
});

test("a newer reset has its own figure at once", () => {
  const old = readingsOf(SESSION, [
    [4 * HOUR, 50],
    [20 * MINUTE, 90],
  ]);
  const next = readingsOf(SESSION, [[5 * HOUR - MINUTE, 3]], RESET + 5 * HOUR);
  const { percent, window } = outlookOf([...old, ...next], RESET + 10 * MINUTE);
  assert.equal(percent, 3);
  assert.equal(window?.start, iso(RESET));
});

test("a session that still reports the last window does not hide the new one", () => {
  const next = readingsOf(SESSION, [[5 * HOUR - MINUTE, 3]], RESET + 5 * HOUR);
  const stale = { ...SESSION, percent: 90, resetsAt: iso(RESET), fetchedAt: iso(RESET + 5 * MINUTE) };
  const { percent, window } = outlookOf([...next, stale], RESET + 10 * MINUTE);
  assert.equal(percent, 3);
  assert.equal(window?.end, iso(RESET + 5 * HOUR));
});

test("a week whose reset is moved forward keeps what was used in it", () => {
  const before = readingsOf(WEEK, [
    [6 * DAY, 10],
    [5 * DAY, 20],
  ]);
  const after = readingsOf(WEEK, [[4 * DAY, 30]], RESET + 6 * HOUR);
  const { percent, window, forecast } = outlookOf([...before, ...after], RESET - 3.75 * DAY);
  assert.equal(percent, 30);
  assert.equal(window?.start, iso(RESET + 6 * HOUR - 7 * DAY));
  assert.ok(forecast.status === "on_pace" && forecast.percentAtReset > 60);
});

test("a corrected figure does not keep falling", () => {
  const { forecast } = outlook(
    SESSION,
    [
      [3 * HOUR, 30],
      [2 * HOUR, 34],
      [2 * HOUR - 10 * MINUTE, 31],
    ],
    HOUR,
  );
  assert.deepEqual(forecast, { status: "on_pace", percentAtReset: 31 });
});

test("a week whose reset is moved and whose figure falls has the new figure at once", () => {
  const before = readingsOf(WEEK, [
    [6 * DAY, 30],
    [5 * DAY, 70],
  ]);
  const after = readingsOf(WEEK, [[4 * DAY + 6 * HOUR, 20]], RESET + 6 * HOUR);
  const { percent, window } = outlookOf([...before, ...after], RESET - 4 * DAY + MINUTE);
  assert.equal(percent, 20);
  assert.equal(window?.start, iso(RESET - 4 * DAY));
});
