// The clock moves anywhere and back, 10,000 times for each test. All transcripts are deleted: only the record is left.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { torontoDay } from "../../src/base/calendar.ts";
import type { Days } from "../../src/contract/index.ts";
import { DAY, HOUR, NOW, stateWith } from "../support/fixtures.ts";
import { LAW_RUNS } from "../support/runs.ts";
import { beats, type Disk } from "../support/simulated-beats.ts";
import { frozenDays, shrank } from "../support/state-arbitraries.ts";

const TWO_YEARS = 730 * DAY;
/** The true time at the end: half an hour later, which is an hour and a half after the last beat before. */
const TRUE_NOW = NOW + HOUR / 2;

const anywhere = fc.integer({ min: -TWO_YEARS, max: TWO_YEARS }).map((offset) => NOW + offset);
const behind = fc.integer({ min: -TWO_YEARS, max: 0 }).map((offset) => NOW + offset);

/** Fails if a frozen day of `days` is lost or shrinks after beats at these times and one at the true time. */
function assertNothingLost(days: Days, nows: readonly number[]): void {
  const start: Disk = { state: stateWith({ days }), copy: undefined };
  const { state } = beats(start, [...nows, TRUE_NOW]);
  for (const [day, { models }] of Object.entries(days)) {
    assert.ok(!shrank(models, state.days[day]?.models), `${day} was lost`);
  }
}

test("one beat at a wrong time, and one at the right time, lose and shrink no frozen day", () => {
  fc.assert(
    fc.property(frozenDays, anywhere, (days, now) => assertNothingLost(days, [now])),
    LAW_RUNS,
  );
});

test("beats at times in the past, and one at the right time, lose and shrink no frozen day", () => {
  const journey = fc.array(behind, { maxLength: 5 });
  fc.assert(
    fc.property(frozenDays, journey, (days, nows) => assertNothingLost(days, nows)),
    LAW_RUNS,
  );
});

test("beats at any times, and one at the right time, lose and shrink no frozen day", () => {
  const journey = fc.array(anywhere, { maxLength: 5 });
  fc.assert(
    fc.property(frozenDays, journey, (days, nows) => assertNothingLost(days, nows)),
    LAW_RUNS,
  );
});

test("after beats at any times and one at the right time, no day is after today, and none is frozen in the future or too early", () => {
  // A step back of up to an hour undoes nothing (rule CLOCK-2).
  const wrong = anywhere.filter((now) => now <= TRUE_NOW || now > TRUE_NOW + HOUR);
  const property = fc.property(frozenDays, fc.array(wrong, { maxLength: 5 }), (days, nows) => {
    const { state } = beats({ state: stateWith({ days }), copy: undefined }, [...nows, TRUE_NOW]);
    const yesterday = torontoDay(TRUE_NOW - DAY);
    for (const [day, record] of Object.entries(state.days)) {
      assert.ok(day <= torontoDay(TRUE_NOW), `${day} is in the future`);
      if (record.state === "open") continue;
      assert.ok(day < yesterday, `${day} was frozen too early`);
      assert.ok(Date.parse(record.frozenAt ?? "") <= TRUE_NOW, `${day} was frozen in the future`);
    }
  });
  fc.assert(property, LAW_RUNS);
});
