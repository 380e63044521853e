// Once per limit, threshold and window: over random histories of readings, with resets that drift and windows that follow.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dueAlert, needsCourse } from "../../src/alerts/due.ts";
import { dueResets } from "../../src/alerts/due-resets.ts";
import { USUAL_RULE } from "../../src/alerts/index.ts";
import { viewOf } from "../../src/alerts/view.ts";
import type { LimitReading, RaisedAlert } from "../../src/store/index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 22);
/** Less than half of what may differ within a session's window. */
const DRIFT_MS = 89_000;

interface Step {
  readonly minutes: number;
  readonly percent: number;
  readonly drift: number;
  /** How long it was held up. */
  readonly lateMinutes: number;
  readonly looks: boolean;
}

const steps = fc.array(
  fc.record<Step>({
    minutes: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 60, max: 700 })),
    percent: fc.integer({ min: 0, max: 100 }),
    drift: fc.integer({ min: -DRIFT_MS, max: DRIFT_MS }),
    lateMinutes: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 200 })),
    looks: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

interface Raised extends RaisedAlert {
  /** Which window the reading was of. */
  readonly window: number;
  readonly percent: number;
}

/** All readings in order, each looked at as it arrives, or together with the next. */
function play(history: readonly Step[]): { raised: Raised[]; missed: string[] } {
  const raised: Raised[] = [];
  const course: LimitReading[] = [];
  const missed: string[] = [];
  let now = START;
  for (const { minutes, percent, drift, lateMinutes } of history) {
    now += minutes * MINUTE;
    const fetchedAt = now - lateMinutes * MINUTE;
    const window = Math.floor((fetchedAt - START) / (5 * HOUR));
    const resetsAt = START + (window + 1) * 5 * HOUR + drift;
    const limit = { account: "team", machine: null, kind: "session", group: "session", model: null };
    const reading = { ...limit, percent, severity: null, resetsAt, fetchedAt };
    if (fetchedAt <= (course.at(-1)?.fetchedAt ?? 0)) continue;
    course.push(reading);
    for (const reset of dueResets(raised, [reading], () => USUAL_RULE, now)) {
      raised.push({ ...reset, window: window - 1, percent: 0 });
    }
    const situation = { rule: USUAL_RULE, raised, now };
    const { outlook } = viewOf(reading, course.slice(0, -1), now);
    const due = dueAlert(reading, outlook, course, situation);
    assert.ok(due === undefined || needsCourse(reading, situation), "what is due was to be looked at");
    if (due !== undefined) {
      assert.ok(resetsAt > now && now - fetchedAt <= HOUR, "it is of now");
      raised.push({ ...due, window, percent });
    }
    const reached = Math.max(0, ...USUAL_RULE.percents.filter((each) => each <= percent));
    const isOfNow = resetsAt > now && now - fetchedAt <= HOUR;
    const isTold = raised.some(
      (each) => each.what === "percent" && each.window === window && (each.threshold ?? 0) >= reached,
    );
    if (reached > 0 && isOfNow && !isTold) missed.push(`${percent}% in window ${window}`);
  }
  return { raised, missed };
}

test("each threshold is told once in a window, and none that is reached is left out", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const { raised, missed } = play(history);
      assert.deepEqual(missed, []);
      const told = raised
        .filter(({ what }) => what === "percent")
        .map(({ window, threshold }) => `${window} ${threshold}`);
      assert.deepEqual(told, [...new Set(told)]);
    }),
    { numRuns: 500 },
  );
});

test("within a window the thresholds rise, and the forecast is told once", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const { raised } = play(history);
      const windows = new Set(raised.map(({ window }) => window));
      for (const window of windows) {
        const own = raised.filter((each) => each.window === window);
        const thresholds = own.flatMap(({ what, threshold }) => (what === "percent" ? [threshold ?? 0] : []));
        assert.deepEqual(
          thresholds,
          [...thresholds].sort((a, b) => a - b),
        );
        assert.ok(own.filter(({ what }) => what === "runs_out").length <= 1);
      }
    }),
    { numRuns: 300 },
  );
});

test("a limit resets once after each window in which a threshold was told, at most", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const { raised } = play(history);
      const resets = raised.filter(({ what }) => what === "reset").map(({ windowAt }) => windowAt ?? 0);
      for (const [index, reset] of resets.entries()) {
        for (const other of resets.slice(index + 1)) assert.ok(Math.abs(reset - other) > 3 * MINUTE);
        assert.ok(raised.some(({ what, windowAt }) => what === "percent" && windowAt === reset));
      }
    }),
    { numRuns: 300 },
  );
});

test("without a known reset, a threshold is told again only after the figure was well below it", () => {
  const raised: RaisedAlert[] = [];
  const course: LimitReading[] = [];
  const told: number[] = [];
  for (const [index, percent] of [79, 80, 81, 79, 80, 75, 82, 70, 80, 10, 85].entries()) {
    const limit = { account: "team", machine: null, kind: "credits", group: "credits", model: null };
    const now = START + index * MINUTE;
    const reading = { ...limit, percent, severity: null, resetsAt: null, fetchedAt: now };
    const rule = { ...USUAL_RULE, percents: [80] };
    const due = dueAlert(reading, viewOf(reading, course, now).outlook, course, { rule, raised, now });
    course.push(reading);
    if (due !== undefined) {
      raised.push(due);
      told.push(percent);
    }
  }
  assert.deepEqual(told, [80, 80, 85]);
});
