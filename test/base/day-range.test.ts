import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, DayRange, daysFrom, startOfDay, torontoDay } from "../../src/base/calendar.ts";

const DAY_MS = 86_400_000;
const RUNS = { numRuns: 10_000 };

test("instants next to each bound around daylight saving changes find their day", () => {
  for (const [first, last] of [
    ["2026-03-06", "2026-03-10"],
    ["2026-10-30", "2026-11-03"],
  ] as const) {
    const range = new DayRange(first, last);
    daysFrom(first, last).forEach((day, index) => {
      assert.equal(range.indexOf(startOfDay(day)), index, day);
      assert.equal(range.indexOf(startOfDay(addDays(day, 1)) - 1), index, day);
    });
    assert.equal(range.indexOf(startOfDay(first) - 1), -1);
    assert.equal(range.indexOf(startOfDay(addDays(last, 1))), -1);
  }
});

test("an invalid instant is outside every range", () => {
  const range = new DayRange("2026-11-01", "2026-11-20");
  for (const at of [Number.NaN, Infinity, -Infinity, 0]) assert.equal(range.indexOf(at), -1);
});

test("a range whose first day is after its last is empty", () => {
  const range = new DayRange("2026-11-03", "2026-11-01");
  assert.deepEqual([range.first, range.length], ["2026-11-03", 0]);
  for (const day of ["2026-10-31", "2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"]) {
    assert.equal(range.indexOf(startOfDay(day)), -1);
  }
});

/** Ranges of up to 361 days since 1990. Most include a change of the clock. */
const ranges = fc
  .tuple(fc.integer({ min: 0, max: 14_000 }), fc.integer({ min: 0, max: 360 }))
  .map(([start, length]) => {
    const first = addDays("1990-01-01", start);
    return [first, addDays(first, length)] as const;
  });

test("indexOf agrees with torontoDay for every instant, inside and outside the range", () => {
  const built = fc.sample(ranges, { numRuns: 60 }).map(([first, last]) => new DayRange(first, last));
  const instants = fc
    .tuple(
      fc.constantFrom(...built),
      fc.double({ min: -0.2, max: 1.2, noNaN: true }),
      fc.boolean(),
      fc.constantFrom(-1, 0, 1),
    )
    .map(([range, where, atBound, offset]) => {
      const place = Math.round(where * range.length);
      const at = startOfDay(addDays(range.first, place));
      return { range, at: at + (atBound ? offset : Math.floor(where * DAY_MS)) };
    });
  const property = fc.property(instants, ({ range, at }) => {
    const index = range.indexOf(at);
    const days = daysFrom(range.first, addDays(range.first, range.length - 1));
    assert.equal(index, days.indexOf(torontoDay(at)));
  });
  fc.assert(property, RUNS);
});

const anyDay = fc.integer({ min: 0, max: 60_000 }).map((count) => addDays("1900-01-01", count));

test("the first instant of a day is on it, and the millisecond before on the previous day", () => {
  const property = fc.property(anyDay, (day) => {
    const start = startOfDay(day);
    assert.equal(torontoDay(start), day);
    assert.equal(torontoDay(start - 1), addDays(day, -1));
  });
  fc.assert(property, RUNS);
});

test("addDays returns real days, is reversible, and keeps their order", () => {
  const property = fc.property(anyDay, fc.integer({ min: -1_000, max: 1_000 }), (day, count) => {
    const other = addDays(day, count);
    assert.match(other, /^\d{4}-\d{2}-\d{2}$/);
    assert.equal(addDays(other, -count), day);
    assert.equal(Math.sign(count), other < day ? -1 : Number(other > day));
  });
  fc.assert(property, RUNS);
});

test("daysFrom returns every day of the range in order", () => {
  const property = fc.property(anyDay, fc.integer({ min: -5, max: 40 }), (first, count) => {
    const days = daysFrom(first, addDays(first, count));
    assert.equal(days.length, Math.max(0, count + 1));
    days.forEach((day, index) => {
      assert.equal(day, addDays(first, index));
    });
  });
  fc.assert(property);
});
