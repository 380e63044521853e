// A wrong clock from start to end, as a user sees it: it jumps away and comes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, daysFrom } from "../../src/base/calendar.ts";
import type { Days } from "../../src/contract/index.ts";
import {
  BEFORE_YESTERDAY,
  DAY,
  frozen,
  HOUR,
  NOW,
  OLDEST_KEPT,
  open,
  stateWith,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";
import { beat, beats, type Disk } from "../support/simulated-beats.ts";

const WINDOW = daysFrom(OLDEST_KEPT, BEFORE_YESTERDAY);
const HISTORY: Days = Object.fromEntries(WINDOW.map((day) => [day, frozen(used(3), NOW - DAY)]));
const START: Disk = {
  state: stateWith({ days: { ...HISTORY, [YESTERDAY]: open(used(2)), [TODAY]: open(used(1)) } }),
  copy: undefined,
};
const BACK = NOW + HOUR / 2;

/** The days of the history that were lost or became smaller. */
function lost({ state }: Disk): string[] {
  return WINDOW.filter((day) => (state.days[day]?.models["model-a"]?.requests ?? 0) < 3);
}

const JOURNEYS: Record<string, number[]> = {
  "a day ahead": [NOW + DAY],
  "exactly 7 days ahead": [NOW - HOUR + 7 * DAY],
  "8 days ahead": [NOW + 8 * DAY],
  "36 days ahead": [NOW + 36 * DAY],
  "two years ahead for a few beats": [NOW + 730 * DAY, NOW + 730 * DAY + HOUR / 4, NOW + 731 * DAY],
  "two years behind for a few beats": [NOW - 730 * DAY, NOW - 730 * DAY + HOUR / 4, NOW - 729 * DAY],
  "to 1970": [0, 900_000],
  "behind, then ahead": [NOW - 400 * DAY, NOW + 400 * DAY],
  "ahead, then behind": [NOW + 400 * DAY, NOW - 400 * DAY],
  "ahead twice, by more than a week each time": [NOW + 60 * DAY, NOW + 120 * DAY],
  "ahead in two steps of a week": [NOW + 7 * DAY - HOUR, NOW + 14 * DAY - HOUR],
  "ahead in three steps of a week": [NOW + 7 * DAY - HOUR, NOW + 14 * DAY - HOUR, NOW + 21 * DAY - HOUR],
};

for (const [name, nows] of Object.entries(JOURNEYS)) {
  test(`a clock goes ${name} and back: no frozen day is lost or shrinks, even with all transcripts deleted`, () => {
    assert.deepEqual(lost(beats(START, [...nows, BACK])), []);
  });
}

test("while the clock is wrong, the days of that time are kept as usual", () => {
  const { state } = beat(START, NOW + 60 * DAY);
  assert.deepEqual(Object.keys(state.days), daysFrom(addDays(TODAY, 25), addDays(TODAY, 60)));
});

test("half a day frozen by a clock ahead grows again once the clock is back", () => {
  const ahead = beat(START, NOW + 5 * DAY, { days: { [TODAY]: used(1) } });
  assert.equal(ahead.state.days[TODAY]?.state, "frozen");
  const back = beat(ahead, BACK, { days: { [TODAY]: used(4) } });
  assert.deepEqual(back.state.days[TODAY], open(used(4)));
});

test("half a day frozen by a clock ahead grows again even if a second jump pruned it", () => {
  const transcripts = { days: { [TODAY]: used(1) } };
  const ahead = beats(START, [NOW + 30 * DAY, NOW + 80 * DAY], transcripts);
  const back = beat(ahead, BACK, { days: { [TODAY]: used(4) } });
  assert.deepEqual(back.state.days[TODAY], open(used(4)));
});

test("read errors in the first beat after the clock is back lose no frozen day", () => {
  const ahead = beat(START, NOW + 60 * DAY);
  const back = beat(ahead, BACK, { readErrors: 2 });
  assert.deepEqual(lost(back), []);
});
