// Beats that find nothing cost nothing (rules DAYS-12, DAYS-13): each test tries 10,000 lives of a record.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, torontoDay } from "../../src/base/calendar.ts";
import type { Days, Models } from "../../src/contract/index.ts";
import { DAY, emptyState, HOUR, NOW, OLDEST_KEPT, TODAY } from "../support/fixtures.ts";
import { LAW_RUNS } from "../support/runs.ts";
import { beat, type Disk } from "../support/simulated-beats.ts";
import { day, models } from "../support/state-arbitraries.ts";

const START: Disk = { state: emptyState(), copy: undefined };

const isUsed = (found: Models) => Object.keys(found).length > 0;
/** What the transcripts hold: usage on some days of the window. */
const transcripts = fc.dictionary(day(35, 0), models.filter(isUsed), { minKeys: 1, maxKeys: 8 });
/** A wrong beat: at any time of the last 60 days, or with a clock that is up to 60 days ahead. It finds nothing. */
const wrongBeats = fc.array(
  fc.record({ offset: fc.integer({ min: -60, max: 60 }), readErrors: fc.constantFrom(0, 0, 1) }),
  { maxLength: 6 },
);

/** Days without the times at which they were frozen. */
function recorded(days: Days): Record<string, { state: string; models: Models }> {
  return Object.fromEntries(
    Object.entries(days).map(([name, { state, models: kept }]) => [name, { state, models: kept }]),
  );
}

/** The disk after beats that find nothing. */
function afterWrong(beats: readonly { offset: number; readErrors: number }[]): Disk {
  return beats.reduce(
    (disk, { offset, readErrors }) => beat(disk, NOW + offset * DAY - HOUR, { readErrors }),
    START,
  );
}

test("whatever wrong beats come first, one right scan gives the same days as if it had been the first", () => {
  const property = fc.property(wrongBeats, transcripts, (wrong, days) => {
    const after = beat(afterWrong(wrong), NOW, { days });
    assert.deepEqual(recorded(after.state.days), recorded(beat(START, NOW, { days }).state.days));
  });
  fc.assert(property, LAW_RUNS);
});

test("beats that find nothing record no day before today, and freeze none", () => {
  const property = fc.property(wrongBeats, (wrong) => {
    const { state } = beat(afterWrong(wrong), NOW);
    assert.ok(Object.keys(state.days).every((name) => name === TODAY));
    assert.equal(state.recordSince, undefined);
  });
  fc.assert(property, LAW_RUNS);
});

test("transcripts that turn up one after the other, oldest last, give the days of all of them", () => {
  // A part is what lies at or after a day: each part adds earlier days, as when a folder is added to the settings.
  const property = fc.property(transcripts, fc.array(day(35, 0), { maxLength: 4 }), (all, cuts) => {
    const parts = [...cuts.sort().reverse(), OLDEST_KEPT];
    const disk = parts.reduce((last, from, index) => {
      const days = Object.fromEntries(Object.entries(all).filter(([name]) => name >= from));
      return beat(last, NOW + index, { days });
    }, START);
    assert.deepEqual(recorded(disk.state.days), recorded(beat(START, NOW, { days: all }).state.days));
  });
  fc.assert(property, LAW_RUNS);
});

test("a beat every day: from the first usage on every day is recorded, and frozen once it is before yesterday", () => {
  const property = fc.property(transcripts, fc.nat(34), (all, start) => {
    let disk = START;
    for (let ago = start; ago >= 0; ago--) {
      const today = addDays(TODAY, -ago);
      const days = Object.fromEntries(Object.entries(all).filter(([name]) => name <= today));
      disk = beat(disk, NOW - ago * DAY, { days });
      const first = Object.keys(days).sort()[0] ?? today;
      const { days: kept } = disk.state;
      assert.equal(Object.keys(kept).sort()[0], first);
      assert.equal(torontoDay(NOW - ago * DAY), Object.keys(kept).sort().at(-1));
      for (const [name, { state }] of Object.entries(kept)) {
        assert.equal(state, name < addDays(today, -1) ? "frozen" : "open");
      }
    }
  });
  fc.assert(property, { numRuns: 1_000 });
});
