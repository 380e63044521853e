// What is left, and whether it lasts, on realistic days.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outlookOf } from "../../src/forecast/index.ts";
import {
  DAY,
  HOUR,
  iso,
  MINUTE,
  outlook,
  RESET,
  readingsOf,
  reasonOf,
  SESSION,
  WEEK,
} from "../support/forecast.ts";

test("an even pace that does not reach the limit is on pace", () => {
  const week = outlook(
    WEEK,
    [
      [6 * DAY, 8],
      [5 * DAY, 16],
      [4 * DAY, 24],
      [3 * DAY, 32],
    ],
    3 * DAY,
  );
  assert.deepEqual(week, {
    percent: 32,
    left: 68,
    window: { start: iso(RESET - 7 * DAY), end: iso(RESET), passed: 4 / 7 },
    sustainable: { percent: 22.6, per: "day" },
    forecast: { status: "on_pace", percentAtReset: 56 },
    span: { least: 56, most: 56 },
  });
});

test("an even pace that reaches the limit runs out, and the forecast includes the pace that would last", () => {
  const { forecast } = outlook(
    WEEK,
    [
      [6 * DAY, 20],
      [5 * DAY, 40],
      [4 * DAY, 60],
    ],
    4 * DAY,
  );
  assert.deepEqual(forecast, {
    status: "runs_out",
    runsOutAt: iso(RESET - 2 * DAY),
    percentAtReset: 100,
    sustainable: { percent: 10, per: "day" },
  });
});

test("a session of 5 hours has its pace per hour", () => {
  const { forecast, window } = outlook(
    SESSION,
    [
      [4 * HOUR, 20],
      [3 * HOUR, 40],
      [2 * HOUR, 80],
    ],
    2 * HOUR,
  );
  assert.ok(forecast.status === "runs_out");
  assert.deepEqual(forecast.sustainable, { percent: 10, per: "hour" });
  assert.equal(window?.start, iso(RESET - 5 * HOUR));
});

test("on the last day of a week, the pace that would last is per hour", () => {
  assert.deepEqual(outlook(WEEK, [[5 * HOUR, 80]], 5 * HOUR).sustainable, { percent: 4, per: "hour" });
});

test("a burst is not projected onto the rest of the week", () => {
  const burst = outlook(
    WEEK,
    [
      [5 * DAY, 10],
      [4 * DAY, 11],
      [3 * DAY + HOUR, 12],
      [3 * DAY, 30],
    ],
    3 * DAY,
  );
  assert.deepEqual(burst.forecast, { status: "on_pace", percentAtReset: 53 });
});

test("use that has stopped stays where it is", () => {
  const { forecast } = outlook(
    WEEK,
    [
      [6.5 * DAY, 30],
      [6 * DAY, 60],
    ],
    3 * DAY,
  );
  assert.deepEqual(forecast, { status: "on_pace", percentAtReset: 60 });
});

test("a figure that is not repeated is as old as the last refresh, not older", () => {
  const changes = outlook(SESSION, [[4 * HOUR, 20]], 4 * HOUR - 15 * MINUTE);
  const repeated = outlook(SESSION, [[4 * HOUR, 20]], 4 * HOUR);
  assert.deepEqual(changes.forecast, repeated.forecast);
});

test("less than 3% of a window gives no forecast", () => {
  assert.equal(reasonOf(outlook(SESSION, [[5 * HOUR - 8 * MINUTE, 9]], 5 * HOUR - 8 * MINUTE)), "too_early");
  assert.notEqual(
    outlook(SESSION, [[5 * HOUR - 9 * MINUTE, 9]], 5 * HOUR - 9 * MINUTE).forecast.status,
    "unknown",
  );
  assert.equal(reasonOf(outlook(WEEK, [[7 * DAY - 5 * HOUR, 9]], 7 * DAY - 5 * HOUR)), "too_early");
});

test("if the reset is further ahead than the length of the window, it is too early and nothing has passed", () => {
  const far = outlook(SESSION, [[9 * HOUR, 9]], 9 * HOUR);
  assert.equal(reasonOf(far), "too_early");
  assert.equal(far.window?.passed, 0);
});

test("without a reading, or with none yet, there is nothing to show", () => {
  const nothing = {
    percent: null,
    left: null,
    window: null,
    sustainable: null,
    forecast: { status: "unknown", reason: "no_reading" },
    span: null,
  };
  assert.deepEqual(outlookOf([], RESET), nothing);
  assert.deepEqual(outlook(SESSION, [[HOUR, 5]], 2 * HOUR), nothing);
});

test("a window that has not begun has no reset and no forecast, but a percent", () => {
  const unused = { ...SESSION, percent: 0, resetsAt: null, fetchedAt: iso(RESET) };
  const used = readingsOf(SESSION, [[HOUR, 70]]);
  assert.equal(reasonOf(outlookOf([...used, unused], RESET + HOUR)), "no_reset");
  assert.equal(outlookOf([...used, unused], RESET + HOUR).left, 100);
});

test("once its reset has passed, a reading gives no forecast for the next window", () => {
  assert.equal(reasonOf(outlook(SESSION, [[HOUR, 70]], 0)), "reset_passed");
  assert.equal(reasonOf(outlook(SESSION, [[HOUR, 70]], -3 * DAY)), "reset_passed");
});

test("a used-up limit has no forecast", () => {
  const all = outlook(SESSION, [[2 * HOUR, 100]], HOUR);
  assert.equal(reasonOf(all), "used_up");
  assert.equal(all.left, 0);
});

test("a reading with an invalid time is ignored, and an invalid reset is no reset", () => {
  const good = readingsOf(SESSION, [[2 * HOUR, 30]]);
  const bad = { ...SESSION, percent: 99, resetsAt: iso(RESET), fetchedAt: "yesterday" };
  assert.deepEqual(outlookOf([bad, ...good], RESET - HOUR), outlookOf(good, RESET - HOUR));
  assert.equal(reasonOf(outlookOf([{ ...bad, resetsAt: "soon", fetchedAt: iso(RESET) }], RESET)), "no_reset");
});

test("the recent pace of a week is that of its last day", () => {
  const reports = [
    [5 * DAY, 40],
    [3 * DAY + 20 * HOUR, 44],
    [3 * DAY, 46],
  ] as const;
  assert.deepEqual(outlook(WEEK, reports, 3 * DAY).forecast, { status: "on_pace", percentAtReset: 64 });
});

test("a limit that seems to have run out since the last reading runs out now, not before", () => {
  const now = 4 * HOUR - 10 * MINUTE;
  const { forecast } = outlook(SESSION, [[4 * HOUR, 99]], now);
  assert.ok(forecast.status === "runs_out");
  assert.equal(forecast.runsOutAt, iso(RESET - now + 1));
});
