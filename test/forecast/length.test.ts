// The length of a window, from its name or from its resets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outlookOf, type Reading } from "../../src/forecast/index.ts";
import { DAY, HOUR, MINUTE, RESET, readingsOf, reasonOf } from "../support/forecast.ts";

const limit = (kind: string, group = "other") => ({ kind, group, model: null });
const OTHER = limit("monthly_fancy");

/** How many hours before the reset the window began. */
function hours(readings: readonly Reading[], now: number): number | undefined {
  const { window } = outlookOf(readings, now);
  return window === null ? undefined : (Date.parse(window.end) - Date.parse(window.start)) / HOUR;
}

for (const [kind, group, expected] of [
  ["session", "session", 5],
  ["weekly_all", "weekly", 168],
  ["weekly_scoped", "weekly", 168],
  ["weekly_something_new", "other", 168],
  ["something_new", "weekly", 168],
  ["something_new", "session", 5],
] as const) {
  test(`${kind} of the group ${group} lasts ${expected} hours`, () => {
    assert.equal(hours(readingsOf(limit(kind, group), [[HOUR, 30]]), RESET - HOUR), expected);
  });
}

test("an unknown kind has no forecast, but a pace that would last", () => {
  const outlook = outlookOf(readingsOf(OTHER, [[10 * DAY, 20]]), RESET - 10 * DAY);
  assert.equal(reasonOf(outlook), "unknown_window");
  assert.equal(outlook.left, 80);
  assert.deepEqual(outlook.sustainable, { percent: 8, per: "day" });
});

test("windows that follow one another are as long as the gap between their resets", () => {
  const before = readingsOf(OTHER, [
    [29 * DAY, 5],
    [DAY, 90],
  ]);
  const current = readingsOf(OTHER, [[25 * DAY, 10]], RESET + 30 * DAY);
  assert.equal(hours([...before, ...current], RESET + 10 * DAY), 30 * 24);
});

test("windows that start at their first use are as long as the furthest that a reset was seen ahead", () => {
  const days = [0, 1, 2].map((day) =>
    readingsOf(
      OTHER,
      [
        [5 * HOUR - 5 * MINUTE, 1],
        [HOUR, 50],
      ],
      RESET + day * DAY,
    ),
  );
  assert.equal(hours(days.flat(), RESET + 2 * DAY - HOUR), 5 - 5 / 60);
});

test("a reset that comes early does not make the windows shorter", () => {
  const first = readingsOf(OTHER, [[30 * DAY, 1]]);
  const early = readingsOf(OTHER, [[30 * DAY, 1]], RESET + 12 * DAY);
  const next = readingsOf(OTHER, [[30 * DAY, 1]], RESET + 42 * DAY);
  assert.equal(hours([...first, ...early, ...next], RESET + 20 * DAY), 30 * 24);
});

test("a reset that drifts by a minute is not a gap", () => {
  const drifting = [
    ...readingsOf(OTHER, [[10 * DAY, 10]]),
    ...readingsOf(OTHER, [[9 * DAY, 12]], RESET + MINUTE),
  ];
  assert.equal(reasonOf(outlookOf(drifting, RESET - 8 * DAY)), "unknown_window");
});
