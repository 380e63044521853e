// A window that restarts before its reset.
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

test("a fall long before the reset is a new window, which begins at the fall", () => {
  const early = outlook(
    WEEK,
    [
      [6 * DAY, 40],
      [5 * DAY, 80],
      [4 * DAY, 2],
      [3 * DAY, 12],
      [2 * DAY, 22],
    ],
    2 * DAY,
  );
  assert.equal(early.window?.start, iso(RESET - 4 * DAY));
  assert.equal(early.window?.passed, 0.5);
  assert.deepEqual(early.forecast, { status: "on_pace", percentAtReset: 42 });
});

test("a restarted window gives no forecast before 3% of it has passed", () => {
  const early = outlook(
    WEEK,
    [
      [6 * DAY, 80],
      [4 * DAY, 2],
    ],
    4 * DAY - 2 * HOUR,
  );
  assert.equal(early.percent, 2);
  assert.equal(reasonOf(early), "too_early");
});

test("a sharp fall counts after half an hour, and until then there is no forecast", () => {
  const readings = [
    [6 * DAY, 60],
    [5 * DAY, 80],
    [4 * DAY, 2],
  ] as const;
  const soon = outlook(WEEK, readings, 4 * DAY - 29 * MINUTE);
  assert.equal(soon.percent, 80);
  assert.equal(reasonOf(soon), "unsettled");
  assert.equal(outlook(WEEK, readings, 4 * DAY - 30 * MINUTE).percent, 2);
});

test("a window that restarted after it was used up does not count as used up", () => {
  assert.equal(
    reasonOf(
      outlook(
        WEEK,
        [
          [5 * DAY, 100],
          [4 * DAY, 1],
        ],
        4 * DAY - MINUTE,
      ),
    ),
    "unsettled",
  );
});

test("a small fall corrects the figure and does not restart the window", () => {
  const { window } = outlook(
    SESSION,
    [
      [3 * HOUR, 30],
      [2 * HOUR, 34],
      [2 * HOUR - 10 * MINUTE, 31],
    ],
    HOUR,
  );
  assert.equal(window?.start, iso(RESET - 5 * HOUR));
});

test("a week that restarted with a new reset begins 7 days before that reset", () => {
  const before = readingsOf(WEEK, [
    [6 * DAY, 30],
    [5 * DAY, 70],
  ]);
  const after = readingsOf(
    WEEK,
    [
      [7 * DAY, 1],
      [6 * DAY, 11],
    ],
    RESET + 3 * DAY,
  );
  const { window, forecast } = outlookOf([...before, ...after], RESET - 3 * DAY);
  assert.equal(window?.start, iso(RESET - 4 * DAY));
  assert.deepEqual(forecast, { status: "on_pace", percentAtReset: 77 });
});

test("a fall to half, or by 10 points, restarts the window", () => {
  const startOf = (before: number, after: number) =>
    outlook(
      WEEK,
      [
        [6 * DAY, before],
        [4 * DAY, after],
      ],
      3 * DAY,
    ).window?.start;
  assert.equal(startOf(8, 4), iso(RESET - 4 * DAY));
  assert.equal(startOf(70, 60), iso(RESET - 4 * DAY));
  assert.equal(startOf(8, 5), iso(RESET - 7 * DAY));
  assert.equal(startOf(70, 61), iso(RESET - 7 * DAY));
});

test("the first figure of a restarted window is not counted as used since", () => {
  const early = outlook(
    WEEK,
    [
      [6 * DAY, 80],
      [4 * DAY, 2],
      [3.5 * DAY, 14],
    ],
    3.5 * DAY,
  );
  assert.deepEqual(early.forecast, { status: "on_pace", percentAtReset: 98 });
});
