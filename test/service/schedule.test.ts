// When beats run (rule SERVICE-1): every 15 minutes, at an offset that each machine has of its own.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import { Cron } from "croner";
import fc from "fast-check";
import { startSchedule } from "../../src/service/daemon/cron.ts";
import { BEAT_MINUTES, beatOffset, beatPattern } from "../../src/service/schedule.ts";

const QUARTER_MS = 15 * 60_000;

/** The times of the next beats after a date, as croner computes them. */
function beatsFrom(offset: number, from: Date, count = 200): number[] {
  const cron = new Cron(beatPattern(offset), { utcOffset: 0, paused: true });
  const runs = cron.nextRuns(count, from).map((run) => run.getTime());
  cron.stop();
  return runs;
}

test("a beat runs every 15 minutes (rule SERVICE-1)", () => assert.equal(BEAT_MINUTES, 15));

test("a machine's offset is within the quarter hour, whatever its id", () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const offset = beatOffset(id);
      return Number.isInteger(offset) && offset >= 0 && offset < 900;
    }),
  );
});

test("a machine keeps its offset: these ids always have these offsets", () => {
  assert.deepEqual(
    ["", "7c9e6679-7425-40de-944b-e07fc1f90ae7", "0b4f4c1e-9d5c-4f3a-8d0a-3f1f6a1b2c3d"].map(beatOffset),
    [61, 611, 142],
  );
});

test("a fleet is spread out: of 9,000 machines at most 40 beat in the same second, and some in every minute", () => {
  const bySecond = new Map<number, number>();
  for (let machine = 0; machine < 9_000; machine++) {
    const offset = beatOffset(randomUUID());
    bySecond.set(offset, (bySecond.get(offset) ?? 0) + 1);
  }
  assert.ok(Math.max(...bySecond.values()) <= 40);
  assert.equal(new Set([...bySecond.keys()].map((offset) => Math.floor(offset / 60))).size, 15);
});

test("machines whose ids differ in one digit have different offsets", () => {
  const ids = "0123456789abcdef".split("").map((digit) => `7c9e6679-7425-40de-944b-e07fc1f90ae${digit}`);
  assert.equal(new Set(ids.map(beatOffset)).size, 16);
});

for (const [what, from] of [
  ["the start of daylight saving time in Toronto", "2026-03-07T20:00:00Z"],
  ["the end of daylight saving time in Toronto", "2026-10-31T20:00:00Z"],
  ["the start of daylight saving time in Europe", "2026-03-28T12:00:00Z"],
  ["the end of the year", "2026-12-31T12:00:00Z"],
  ["29 February", "2028-02-28T12:00:00Z"],
] as const) {
  test(`beats are 15 minutes apart over ${what}, at every offset`, () => {
    for (const offset of [0, 1, 59, 60, 449, 839, 840, 899]) {
      const runs = beatsFrom(offset, new Date(from));
      assert.equal(runs.length, 200);
      assert.deepEqual(new Set(runs.slice(1).map((run, i) => run - (runs[i] ?? 0))), new Set([QUARTER_MS]));
    }
  });
}

test("every beat is at the machine's offset", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 899 }), (offset) => {
      const [first = 0] = beatsFrom(offset, new Date("2026-11-20T17:00:00Z"), 1);
      return (first / 1000) % 900 === offset;
    }),
    { numRuns: 60 },
  );
});

const NO_EVENTS = { onBeat: async () => {}, onBlocked() {}, onError() {} };

test("a beat that throws is reported, and the next one runs", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.parse("2026-11-20T17:00:00.500Z") });
  const errors: unknown[] = [];
  let beats = 0;
  const onBeat = async () => {
    beats++;
    throw new Error(`beat ${beats}`);
  };
  const schedule = startSchedule(10, { ...NO_EVENTS, onBeat, onError: (error) => errors.push(error) });
  t.after(() => schedule.stop());
  for (let second = 0; second < 2 * 900; second++) {
    t.mock.timers.tick(1000);
    await Promise.resolve();
  }
  await new Promise(setImmediate);
  assert.deepEqual(errors.map(String), ["Error: beat 1", "Error: beat 2"]);
});

test("a beat that is due while the last one is running is reported and does not run", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.parse("2026-11-20T17:00:00.500Z") });
  const events: string[] = [];
  const onBeat = () => {
    events.push("beat");
    return new Promise<void>(() => {});
  };
  const schedule = startSchedule(10, { ...NO_EVENTS, onBeat, onBlocked: () => events.push("blocked") });
  t.after(() => schedule.stop());
  for (let second = 0; second < 2 * 900; second++) t.mock.timers.tick(1000);
  assert.deepEqual(events, ["beat", "blocked"]);
});

/** Replaces the wall clock until the end of the test: the test moves it, with the timers, and can set it. */
function settableWall(t: TestContext, start: number) {
  const RealDate = Date;
  const wall = { now: start };
  globalThis.Date = class extends RealDate {
    constructor(...given: [number?]) {
      super(given.length === 0 ? wall.now : (given[0] as number));
    }
    static override now(): number {
      return wall.now;
    }
  } as DateConstructor;
  t.after(() => {
    globalThis.Date = RealDate;
  });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  return wall;
}

for (const [what, by] of [
  ["a year back", -365],
  ["3 days back", -3],
  ["3 days ahead", 3],
  ["a year ahead", 365],
] as const) {
  test(`with the clock set ${what}, beats still run four times an hour`, async (t) => {
    const wall = settableWall(t, Date.parse("2026-11-20T17:05:00.500Z"));
    let beats = 0;
    const onBeat = async () => void beats++;
    const schedule = startSchedule(10, { ...NO_EVENTS, onBeat });
    t.after(() => schedule.stop());
    const advanceAnHour = async () => {
      for (let second = 0; second < 3_600; second++) {
        wall.now += 1000;
        t.mock.timers.tick(1000);
        await Promise.resolve();
      }
      await new Promise(setImmediate);
    };
    await advanceAnHour();
    assert.equal(beats, 4);
    wall.now += by * 86_400_000;
    beats = 0;
    await advanceAnHour();
    // A beat that was missed in between may run immediately.
    assert.ok(beats === 4 || (by > 0 && beats === 5), `${beats} beats`);
  });
}
