// What holds for every forecast.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Outlook, outlookOf, type Reading } from "../../src/forecast/index.ts";
import { DAY, HOUR, iso, MINUTE, RESET, SESSION, WEEK } from "../support/forecast.ts";

const RUNS = { numRuns: 5000 };

const anyPercent = fc.integer({ min: 0, max: 100 });
const instant = fc.integer({ min: RESET - 40 * DAY, max: RESET + 10 * DAY });
const limits = fc.constantFrom(SESSION, WEEK, { kind: "other", group: "other", model: "Large" });

/** Readings as they may come from anywhere: in any order, with any reset or none. */
const anyReadings: fc.Arbitrary<Reading[]> = fc
  .tuple(
    limits,
    fc.array(
      fc.record({
        percent: anyPercent,
        resetsAt: fc.option(fc.oneof(fc.constant(RESET), instant), { nil: null }),
        at: instant,
      }),
      { maxLength: 12 },
    ),
  )
  .map(([limit, reports]) =>
    reports.map(({ percent, resetsAt, at }) => ({
      ...limit,
      percent,
      resetsAt: resetsAt === null ? null : iso(resetsAt),
      fetchedAt: iso(at),
    })),
  );

interface Case {
  readonly readings: readonly Reading[];
  readonly lengthMs: number;
  readonly now: number;
}

/** A window in which use only grows, up to less than all, the newest reading at hand. */
const growing: fc.Arbitrary<Case> = fc
  .tuple(
    fc.constantFrom({ limit: SESSION, lengthMs: 5 * HOUR }, { limit: WEEK, lengthMs: 7 * DAY }),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 99 })), {
      minLength: 1,
      maxLength: 15,
    }),
  )
  .map(([{ limit, lengthMs }, reports]) => {
    const shares = reports.map(([share]) => share).sort((a, b) => a - b);
    const percents = reports.map(([, percent]) => percent).sort((a, b) => a - b);
    const at = (index: number) => Math.floor(RESET - lengthMs + (shares[index] ?? 0) * (lengthMs - MINUTE));
    const readings = percents.map((percent, index) => ({
      ...limit,
      percent,
      resetsAt: iso(RESET),
      fetchedAt: iso(at(index)),
    }));
    return { readings, lengthMs, now: at(percents.length - 1) };
  });

/** The percent at the reset, or undefined without a forecast. */
function atReset({ forecast }: Outlook): number | undefined {
  return forecast.status === "unknown" ? undefined : forecast.percentAtReset;
}

test("for any readings: whole percents from 0 to 100, ordered times, and no NaN", () => {
  const isWhole = (percent: number) => Number.isInteger(percent) && percent >= 0 && percent <= 100;
  fc.assert(
    fc.property(anyReadings, instant, (readings, now) => {
      const { percent, left, window, sustainable, forecast } = outlookOf(readings, now);
      if (percent === null) assert.equal(left, null);
      else assert.ok(isWhole(percent) && left === 100 - percent);
      if (window !== null) {
        assert.ok(window.passed >= 0 && window.passed <= 1);
        assert.ok(Date.parse(window.start) < Date.parse(window.end) && Date.parse(window.end) > now);
      }
      if (sustainable !== null) assert.ok(Number.isFinite(sustainable.percent) && sustainable.percent >= 0);
      if (forecast.status === "unknown") return;
      assert.ok(isWhole(forecast.percentAtReset) && forecast.percentAtReset >= (percent ?? 101));
      if (forecast.status !== "runs_out") return;
      assert.equal(forecast.percentAtReset, 100);
      assert.ok(Date.parse(forecast.runsOutAt) > now);
      assert.ok(Date.parse(forecast.runsOutAt) < Date.parse(window?.end ?? ""));
    }),
    { numRuns: 20_000 },
  );
});

test("the figure that counts is one that was reported", () => {
  fc.assert(
    fc.property(anyReadings, instant, (readings, now) => {
      const { percent } = outlookOf(readings, now);
      assert.ok(percent === null || readings.some((reading) => reading.percent === percent));
    }),
    RUNS,
  );
});

test("growing use has a forecast after 3% of the window, and the last figure counts", () => {
  fc.assert(
    fc.property(growing, ({ readings, lengthMs, now }) => {
      const { percent, forecast } = outlookOf(readings, now);
      assert.equal(percent, readings.at(-1)?.percent);
      assert.equal(forecast.status === "unknown", now - (RESET - lengthMs) < 0.03 * lengthMs);
    }),
    RUNS,
  );
});

test("of two series that differ in the last percent, the greater ends no lower and runs out no later", () => {
  fc.assert(
    fc.property(growing, fc.integer({ min: 0, max: 99 }), ({ readings, now }, more) => {
      const last = readings.at(-1);
      assert.ok(last !== undefined);
      const higher = [...readings.slice(0, -1), { ...last, percent: Math.min(99, last.percent + more) }];
      const [lower, greater] = [outlookOf(readings, now), outlookOf(higher, now)];
      assert.ok((atReset(lower) ?? 0) <= (atReset(greater) ?? 0));
      if (lower.forecast.status !== "runs_out") return;
      assert.ok(greater.forecast.status === "runs_out");
      assert.ok(greater.forecast.runsOutAt <= lower.forecast.runsOutAt);
    }),
    RUNS,
  );
});

test("the same window at another time has the same forecast then", () => {
  fc.assert(
    fc.property(growing, fc.integer({ min: -1000 * DAY, max: 1000 * DAY }), ({ readings, now }, shift) => {
      const moved = (text: string | null) => iso(Date.parse(text ?? "") + shift);
      const shifted = readings.map((reading) => ({
        ...reading,
        resetsAt: moved(reading.resetsAt),
        fetchedAt: moved(reading.fetchedAt),
      }));
      const [here, there] = [outlookOf(readings, now), outlookOf(shifted, now + shift)];
      assert.equal(there.window?.passed, here.window?.passed);
      if (here.forecast.status === "runs_out") {
        assert.deepEqual(there.forecast, { ...here.forecast, runsOutAt: moved(here.forecast.runsOutAt) });
      } else assert.deepEqual(there.forecast, here.forecast);
    }),
    RUNS,
  );
});

test("the same figures at the same shares of a longer window give the same forecast", () => {
  fc.assert(
    fc.property(growing, ({ readings, lengthMs, now }) => {
      const isSession = lengthMs === 5 * HOUR;
      if (!isSession) return;
      const scale = (at: number) => RESET + ((at - RESET) * 7 * DAY) / (5 * HOUR);
      const drawnOut = readings.map((reading) => ({
        ...reading,
        ...WEEK,
        fetchedAt: iso(Math.round(scale(Date.parse(reading.fetchedAt)))),
      }));
      const [short, long] = [outlookOf(readings, now), outlookOf(drawnOut, Math.round(scale(now)))];
      assert.equal(short.forecast.status, long.forecast.status);
      assert.ok(Math.abs((atReset(short) ?? 0) - (atReset(long) ?? 0)) <= 1);
    }),
    RUNS,
  );
});

test("readings that repeat the one before change nothing", () => {
  fc.assert(
    fc.property(growing, fc.nat({ max: 14 }), ({ readings, now }, at) => {
      const repeated = readings.flatMap((reading, index) => {
        const next = Date.parse(readings[index + 1]?.fetchedAt ?? iso(now));
        const between = Math.floor((Date.parse(reading.fetchedAt) + next) / 2);
        return index === at ? [reading, { ...reading, fetchedAt: iso(between) }] : [reading];
      });
      assert.deepEqual(outlookOf(repeated, now), outlookOf(readings, now));
    }),
    RUNS,
  );
});

test("the use of the previous window changes nothing", () => {
  fc.assert(
    fc.property(growing, anyPercent, ({ readings, lengthMs, now }, percent) => {
      const [first] = readings;
      assert.ok(first !== undefined);
      const end = RESET - lengthMs;
      const before = { ...first, percent, resetsAt: iso(end), fetchedAt: iso(end - lengthMs / 3) };
      assert.deepEqual(outlookOf([before, ...readings], now), outlookOf(readings, now));
    }),
    RUNS,
  );
});
