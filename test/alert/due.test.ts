// When an alert is due: each threshold once in each window of each limit (rules ALERT-2 to ALERT-4).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Alert, dueAlerts, type RaisedAlert } from "../../src/alert/index.ts";
import { outlookOf, type Reading } from "../../src/forecast/index.ts";
import type { AlertThreshold } from "../../src/settings/index.ts";
import { DAY, HOUR, iso, MINUTE, RESET, SESSION, WEEK } from "../support/forecast.ts";

type Limit = typeof SESSION;
/** What a refresh got: when, in milliseconds before or after the first reset, the percent, and when it resets. */
interface Refresh {
  readonly at: number;
  readonly percent: number;
  readonly resetsAt?: number | null;
}

const DEFAULT: readonly AlertThreshold[] = [80, 95, "forecast"];

/** The alerts of each refresh, one after another, with what was remembered in between. */
function alertsOf(
  limit: Limit,
  refreshes: readonly Refresh[],
  alertAt: readonly AlertThreshold[] = DEFAULT,
): (readonly Alert[])[] {
  const readings: Reading[] = [];
  let raised: readonly RaisedAlert[] = [];
  return refreshes.map(({ at, percent, resetsAt = RESET }) => {
    const reset = resetsAt === null ? null : iso(resetsAt);
    readings.push({ ...limit, percent, resetsAt: reset, fetchedAt: iso(RESET + at) });
    const outlook = outlookOf(readings, RESET + at);
    const { due, raised: kept } = dueAlerts(
      [{ ...limit, resetsAt: reset, outlook }],
      alertAt,
      raised,
      RESET + at,
    );
    // As it comes back from its file.
    raised = JSON.parse(JSON.stringify(kept)) as RaisedAlert[];
    return due;
  });
}

const thresholds = (alerts: readonly (readonly Alert[])[]) =>
  alerts.map((due) => due.map(({ threshold }) => threshold));

/** Steady use that lasts until the reset, so that no forecast is due. */
const late = (percent: number, minutes = 10): Refresh => ({ at: -minutes * MINUTE, percent });

test("a percent is due once it is reached, and once in a window", () => {
  const refreshes = [late(79, 40), late(80, 30), late(84, 20), late(79, 15), late(80, 5)];
  assert.deepEqual(thresholds(alertsOf(SESSION, refreshes, [80])), [[], [80], [], [], []]);
});

test("the alert names the limit, what is used, when it resets and the forecast", () => {
  const [alerts] = alertsOf(WEEK, [{ at: -DAY, percent: 83 }], [80]);
  assert.deepEqual(alerts, [
    {
      ...WEEK,
      percent: 83,
      threshold: 80,
      resetsAt: iso(RESET),
      forecast: { status: "on_pace", percentAtReset: 97 },
      test: false,
    },
  ]);
});

test("if several percents are reached at once, the highest is due, and the others are not due later", () => {
  assert.deepEqual(thresholds(alertsOf(SESSION, [late(96), late(97, 5)], [80, 95])), [[95], []]);
});

test("each percent is due by itself", () => {
  assert.deepEqual(thresholds(alertsOf(SESSION, [late(81, 20), late(95, 10)], [95, 80])), [[80], [95]]);
});

test("after the reset, each is due again", () => {
  const next = { resetsAt: RESET + 5 * HOUR };
  const refreshes = [late(80), { at: MINUTE, percent: 1, ...next }, { at: 4.9 * HOUR, percent: 80, ...next }];
  assert.deepEqual(thresholds(alertsOf(SESSION, refreshes, [80])), [[80], [], [80]]);
});

test("after a reset that came early, each is due again", () => {
  const hours = (before: number, percent: number) => ({ at: -before * HOUR, percent });
  const refreshes = [hours(48, 85), hours(47, 2), hours(46, 2), hours(45, 3), hours(1, 85)];
  assert.deepEqual(thresholds(alertsOf(WEEK, refreshes, [80])), [[80], [], [], [], [80]]);
});

test("a reset that moves by minutes is the same window", () => {
  const refreshes = [late(80, 20), { at: -10 * MINUTE, percent: 81, resetsAt: RESET + 4 * MINUTE }];
  assert.deepEqual(thresholds(alertsOf(SESSION, refreshes, [80])), [[80], []]);
});

test("a limit that is expected to run out is due once, also if the forecast changes its mind in between", () => {
  const refreshes = [
    { at: -4 * HOUR, percent: 40 },
    { at: -3 * HOUR, percent: 41 },
    { at: -2 * HOUR, percent: 70 },
  ];
  const alerts = alertsOf(SESSION, refreshes, ["forecast"]);
  assert.deepEqual(thresholds(alerts), [["forecast"], [], []]);
  assert.equal(alerts[0]?.[0]?.forecast.status, "runs_out");
  assert.ok(alerts[0]?.[0]?.forecast.runsOutAt !== undefined);
});

test("the forecast is not due in the first tenth of a window", () => {
  const refreshes = [
    { at: -4.6 * HOUR, percent: 20 },
    { at: -4.4 * HOUR, percent: 30 },
  ];
  assert.deepEqual(thresholds(alertsOf(SESSION, refreshes, ["forecast"])), [[], ["forecast"]]);
});

test("a limit that is used up is due for the forecast, though there is none any more", () => {
  assert.deepEqual(thresholds(alertsOf(SESSION, [late(100)], ["forecast"])), [["forecast"]]);
});

test("a percent and the forecast at once are one alert, for the percent", () => {
  const refreshes = [
    { at: -3 * HOUR, percent: 81 },
    { at: -2.5 * HOUR, percent: 85 },
  ];
  const alerts = alertsOf(SESSION, refreshes);
  assert.deepEqual(thresholds(alerts), [[80], []]);
  assert.equal(alerts[0]?.[0]?.forecast.status, "runs_out");
});

test("a figure whose reset is past is not due", () => {
  assert.deepEqual(thresholds(alertsOf(SESSION, [{ at: MINUTE, percent: 99 }])), [[]]);
});

test("without a reset, a percent is due again once the figure was lower", () => {
  const refreshes = [30, 25, 20, 15].map((minutes, index) => ({
    ...late([80, 85, 10, 80][index] ?? 0, minutes),
    resetsAt: null,
  }));
  assert.deepEqual(thresholds(alertsOf(SESSION, refreshes, [80])), [[80], [], [], [80]]);
});

test("limits of different models are due separately", () => {
  const limits = ["Large", "Small"].map((model) => {
    const reading = { kind: "weekly_scoped", group: "weekly", model, percent: 90, resetsAt: iso(RESET) };
    const outlook = outlookOf([{ ...reading, fetchedAt: iso(RESET - HOUR) }], RESET - HOUR);
    return { ...reading, outlook };
  });
  const first = dueAlerts(limits.slice(0, 1), [80], [], RESET - HOUR);
  const both = dueAlerts(limits, [80], first.raised, RESET - HOUR);
  assert.deepEqual(
    both.due.map(({ model }) => model),
    ["Small"],
  );
});

test("a limit that a response leaves out is not due again when it is back", () => {
  const outlook = outlookOf([{ ...SESSION, ...fetched(80) }], RESET - HOUR);
  const limit = { ...SESSION, resetsAt: iso(RESET), outlook };
  const first = dueAlerts([limit], [80], [], RESET - HOUR);
  const without = dueAlerts([], [80], first.raised, RESET - HOUR / 2);
  assert.deepEqual(dueAlerts([limit], [80], without.raised, RESET - HOUR / 4).due, []);
});

const fetched = (percent: number) => ({ percent, resetsAt: iso(RESET), fetchedAt: iso(RESET - HOUR) });

test("what was remembered while the clock was ahead is forgotten", () => {
  const outlook = outlookOf([{ ...SESSION, ...fetched(80) }], RESET - HOUR);
  const ahead = { ...SESSION, threshold: 80, at: iso(RESET + DAY), resetsAt: iso(RESET + 9 * DAY) };
  const { due, raised } = dueAlerts(
    [{ ...SESSION, resetsAt: iso(RESET), outlook }],
    [80],
    [ahead],
    RESET - HOUR,
  );
  assert.equal(due.length, 1);
  assert.deepEqual(
    raised.map(({ at }) => at),
    [iso(RESET - HOUR)],
  );
});

test("whatever the figures are, a window raises each threshold at most once, and only if it was reached", () => {
  const percents = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 25 });
  const list = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant("forecast" as const)), {
    minLength: 1,
    maxLength: 5,
  });
  const property = fc.property(percents, list, (reported, alertAt) => {
    // Rising figures: a fall may be a reset that came early.
    const rising = [...reported].sort((a, b) => a - b);
    const refreshes = rising.map((percent, index) => ({ at: (index - 30) * 10 * MINUTE, percent }));
    const alerts = alertsOf(SESSION, refreshes, alertAt).flat();
    const due = alerts.map(({ threshold }) => threshold);
    assert.equal(new Set(due).size, due.length);
    for (const { threshold, percent } of alerts) assert.ok(threshold === "forecast" || percent >= threshold);
    const highest = Math.max(
      0,
      ...alertAt.filter((at) => at !== "forecast" && at <= (rising.at(-1) ?? 0)).map(Number),
    );
    if (highest > 0) assert.ok(due.includes(highest));
  });
  fc.assert(property);
});
