// How a scan assigns lines to Toronto's days (rule DAYS-1).
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { addDays, DayRange, daysFrom, startOfDay, torontoDay } from "../../src/base/calendar.ts";

const HOUR_MS = 3_600_000;
const reference = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Toronto", dateStyle: "short" });
const instants = fc.integer({ min: Date.UTC(1960, 0), max: Date.UTC(2100, 0) });

test("the day of an instant is Toronto's", () => {
  fc.assert(fc.property(instants, (at) => assert.equal(torontoDay(at), reference.format(at))));
});

test("a day starts at its first instant", () => {
  fc.assert(
    fc.property(instants, (at) => {
      const start = startOfDay(torontoDay(at));
      assert.ok(start <= at);
      assert.equal(torontoDay(start), torontoDay(at));
      assert.equal(torontoDay(start - 1), addDays(torontoDay(at), -1));
    }),
  );
});

for (const [day, hours] of [
  ["2026-03-08", 23],
  ["2026-11-01", 25],
  ["2026-07-01", 24],
  ["2024-02-29", 24],
] as const) {
  test(`${day} is ${hours} hours long`, () => {
    assert.equal(startOfDay(addDays(day, 1)) - startOfDay(day), hours * HOUR_MS);
  });
}

test("a range finds the day of an instant, or none outside of it", () => {
  fc.assert(
    fc.property(
      instants,
      fc.nat(40),
      fc.integer({ min: -1, max: 1 }),
      fc.nat(45),
      (at, length, shift, index) => {
        const first = torontoDay(at);
        const last = addDays(first, length);
        const range = new DayRange(first, last);
        // At the edges of a day, where a wrong bound shows.
        const instant = startOfDay(addDays(first, index - 2)) + shift;
        assert.equal(range.indexOf(instant), daysFrom(first, last).indexOf(torontoDay(instant)));
      },
    ),
  );
});

test("a range that ends before it starts contains no instant", () => {
  const range = new DayRange("2026-11-21", "2026-11-20");
  assert.equal(range.length, 0);
  for (const day of ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"]) {
    assert.equal(range.indexOf(startOfDay(day)), -1);
  }
});

test("an invalid date is on no day", () => {
  const range = new DayRange("2026-11-01", "2026-11-20");
  for (const at of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    assert.equal(range.indexOf(at), -1);
  }
});

test("days are counted over months, years and leap days", () => {
  assert.deepEqual(daysFrom("2024-02-28", "2024-03-01"), ["2024-02-28", "2024-02-29", "2024-03-01"]);
  assert.equal(addDays("2026-12-31", 1), "2027-01-01");
  assert.equal(addDays("2026-01-01", -1), "2025-12-31");
  assert.equal(addDays("2026-11-20", -35), "2026-10-16");
});
