// The Toronto day worked out from the rule of daylight saving time is the one of the system's time zones.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { firstUnknownClock } from "../../src/base/calendar.ts";
import { quickTorontoDay } from "../../src/base/toronto.ts";
import { DAY, HOUR } from "../support/fixtures.ts";

const reference = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Toronto", dateStyle: "short" });
const FIRST = Date.parse("2007-01-01T05:00:00Z");
const LAST = Date.parse("2045-01-01T05:00:00Z");
const END = Date.parse("+010000-01-01T05:00:00Z");

test("a day begins and ends as in the time zones, for all days from 2007 to 2044", () => {
  for (let day = FIRST - 5 * HOUR; day < LAST; day += DAY) {
    for (const hour of [4, 5]) {
      const at = day + hour * HOUR;
      if (at > FIRST)
        assert.equal(quickTorontoDay(at - 1), reference.format(at - 1), new Date(at).toISOString());
      if (at >= FIRST) assert.equal(quickTorontoDay(at), reference.format(at), new Date(at).toISOString());
    }
  }
});

test("any instant from 2007 to 2100 is on the day of the time zones", () => {
  const instants = fc.integer({ min: FIRST, max: Date.UTC(2100, 0) });
  fc.assert(fc.property(instants, (at) => assert.equal(quickTorontoDay(at), reference.format(at))));
});

test("an instant before 2007, after 9999 or of no time has no quick day", () => {
  assert.equal(quickTorontoDay(FIRST), "2007-01-01");
  assert.equal(quickTorontoDay(END - 1), "9999-12-31");
  for (const at of [FIRST - 1, END, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.equal(quickTorontoDay(at), undefined, `${at}`);
  }
});

test("a clock that stays on summer time is found on its first day, and today's rule is never found wrong", () => {
  const november = Date.parse("2026-10-25T12:00:00Z");
  const summerForGood = (at: number) => new Date(at - 4 * HOUR).toISOString().slice(0, 10);
  assert.equal(firstUnknownClock(november, summerForGood), "2026-11-01");
  for (let year = 2026; year < 2046; year++) {
    assert.equal(firstUnknownClock(Date.UTC(year, 5)), undefined);
  }
});
