// The quick Toronto day is the one of base/calendar.ts (rule STATUSLINE-3).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { torontoDay } from "../../src/base/calendar.ts";
import { quickTorontoDay } from "../../src/statusline/toronto.ts";
import { DAY, HOUR } from "../support/fixtures.ts";

const FIRST = Date.parse("2020-01-01T00:00:00Z");
const LAST = Date.parse("2037-01-01T00:00:00Z");

test("every hour around each change of the clocks has the calendar's day", () => {
  for (let day = FIRST; day < LAST; day += DAY) {
    for (const hour of [3, 4, 5]) {
      const at = day + hour * HOUR;
      assert.equal(quickTorontoDay(at), torontoDay(at), new Date(at).toISOString());
      assert.equal(quickTorontoDay(at - 1), torontoDay(at - 1), new Date(at - 1).toISOString());
    }
  }
});

test("any instant has the calendar's day", () => {
  const instants = fc.integer({ min: FIRST, max: LAST });
  fc.assert(fc.property(instants, (at) => assert.equal(quickTorontoDay(at), torontoDay(at))));
});
