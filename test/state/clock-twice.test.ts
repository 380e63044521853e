// A clock that is wrong more than once before it is right, while the agent is used and deletes transcripts by that clock
// (rules CLOCK-1, CLOCK-3).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, daysFrom, torontoDay } from "../../src/base/calendar.ts";
import type { Models } from "../../src/contract/index.ts";
import { readBeforeJump, settleClock } from "../../src/state/disk/settle-clock.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import {
  BEFORE_YESTERDAY,
  beatAt,
  DAY,
  emptyState,
  frozen,
  HOUR,
  NOW,
  OLDEST_KEPT,
  stateWith,
  TODAY,
  used,
} from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { beat, type Disk } from "../support/simulated-beats.ts";
import { openUsable, putState, stateIn } from "../support/state-disk.ts";

const RIGHT = NOW + HOUR / 2;
const FINAL = daysFrom(OLDEST_KEPT, BEFORE_YESTERDAY);
const AGENT_KEEPS = 30 * DAY;

/** The final days that are missing after beats at these wrong times, with usage at each, and one at the right time. */
function lost(times: readonly number[]): string[] {
  const transcripts: Record<string, Models> = {};
  for (const day of daysFrom(OLDEST_KEPT, TODAY)) transcripts[day] = used(3);
  const start = beat({ state: emptyState(), copy: undefined }, NOW, { days: transcripts });
  const end = [...times, RIGHT].reduce<Disk>((disk, now) => {
    transcripts[torontoDay(now)] ??= used(2);
    for (const day of Object.keys(transcripts)) {
      if (day < torontoDay(Math.max(0, now - AGENT_KEEPS))) delete transcripts[day];
    }
    return beat(disk, now, { days: transcripts });
  }, start);
  return FINAL.filter((day) => end.state.days[day]?.models["model-a"]?.requests !== 3);
}

const ahead = (...days: number[]) => days.map((count) => NOW + count * DAY);
const JOURNEYS: Record<string, number[]> = {
  "44 days ahead": ahead(44),
  "44 days ahead, and an absence of over a week": ahead(44, 52.1),
  "44 days ahead, then 400": ahead(44, 400),
  "44 days ahead for four days, then 1970": [...ahead(44, 45, 46, 47), 0],
  "five steps of 3 days": ahead(3, 6, 9, 12, 15),
  "1970, then 8 and 16 days ahead": [0, ...ahead(8, 16)],
};

for (const [name, times] of Object.entries(JOURNEYS)) {
  test(`${name}, then right: all 34 final days are there`, () => {
    assert.deepEqual(lost(times), []);
  });
}

test("up to six beats at any wrong times, with usage at each, lose no final day", () => {
  const time = fc.integer({ min: -700, max: 700 }).map((days) => NOW + days * DAY + HOUR);
  fc.assert(
    fc.property(fc.array(time, { maxLength: 6 }), (times) => assert.deepEqual(lost(times), [])),
    { numRuns: 1_000 },
  );
});

test("a second jump ahead keeps the days that only the first copy has, in the new copy and in the state", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  const first = stateWith({ days: { [BEFORE_YESTERDAY]: frozen(used(3)) } });
  await putState(folder.path, first);
  await (await settleClock(folder, await openUsable(folder.path), NOW + 44 * DAY)).save(
    stateWith({ seq: 8, days: {}, lastBeat: beatAt(NOW + 44 * DAY) }),
  );
  const settled = await settleClock(folder, await openUsable(folder.path), NOW + 400 * DAY);
  await settled.save(settled.state);
  const setAside = { [BEFORE_YESTERDAY]: used(3) };
  assert.deepEqual((await stateIn(folder.names.state)).setAside, setAside);
  assert.deepEqual((await readBeforeJump(folder))?.setAside, setAside);
});

test("days set aside are bounded: those among the newest 42 days with usage stay", () => {
  const times = Array.from({ length: 200 }, (_, index) => NOW + (44 + 2 * index) * DAY);
  const start: Disk = {
    state: stateWith({ days: { [addDays(TODAY, -3)]: frozen(used(3)) } }),
    copy: undefined,
  };
  const end = times.reduce((disk, now) => beat(disk, now, { days: { [torontoDay(now)]: used(1) } }), start);
  assert.ok(Object.keys(end.state.setAside ?? {}).length < 42);
});
