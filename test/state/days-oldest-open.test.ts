// The oldest day that a scan must cover: no open day is left out, and no frozen one costs a read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysFrom } from "../../src/base/calendar.ts";
import type { DayRecord, Days } from "../../src/contract/index.ts";
import { foldDays, oldestOpenDay } from "../../src/state/law/days.ts";
import {
  BEFORE_YESTERDAY,
  DAY,
  frozen,
  NOW,
  OLDEST_KEPT,
  open,
  scanned,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";

/** All days of the window frozen up to the day before yesterday, but for what is given. */
function allFrozen(but: Record<string, DayRecord | undefined> = {}): Days {
  const days: Days = {};
  for (const day of daysFrom(OLDEST_KEPT, BEFORE_YESTERDAY)) {
    const record = day in but ? but[day] : frozen(used(1));
    if (record !== undefined) days[day] = record;
  }
  return days;
}

test("a fresh state: 35 days before today", () => {
  assert.equal(oldestOpenDay({}, NOW), OLDEST_KEPT);
});

test("all frozen that can be: yesterday", () => {
  assert.equal(oldestOpenDay(allFrozen(), NOW), YESTERDAY);
  assert.equal(oldestOpenDay({ ...allFrozen(), [TODAY]: open(used(1)) }, NOW), YESTERDAY);
});

test("a day that is open before frozen ones: that day", () => {
  assert.equal(oldestOpenDay(allFrozen({ "2026-11-01": open(used(1)) }), NOW), "2026-11-01");
});

test("a hole before frozen days: the hole", () => {
  assert.equal(oldestOpenDay(allFrozen({ "2026-11-01": undefined }), NOW), "2026-11-01");
});

test("of several holes the oldest", () => {
  const days = allFrozen({ "2026-11-01": undefined, "2026-10-20": undefined, "2026-10-25": open(used(1)) });
  assert.equal(oldestOpenDay(days, NOW), "2026-10-20");
});

test("an open day older than 35 days is not gone back to", () => {
  assert.equal(oldestOpenDay({ ...allFrozen(), "2026-10-15": open(used(1)) }, NOW), YESTERDAY);
});

test("today and yesterday frozen by a wrong clock: today, and no day after it", () => {
  const days = { ...allFrozen(), [YESTERDAY]: frozen(used(1)), [TODAY]: frozen(used(1)) };
  assert.equal(oldestOpenDay(days, NOW), TODAY);
});

test("after a clean beat nothing before yesterday is left to cover", () => {
  const { days } = foldDays({}, scanned(), NOW);
  assert.equal(oldestOpenDay(days, NOW), YESTERDAY);
});

test("after a beat with read errors the same days are covered again", () => {
  const { days } = foldDays({}, scanned({ "2026-11-10": used(1) }, { readErrors: 1 }), NOW);
  assert.equal(oldestOpenDay(days, NOW), OLDEST_KEPT);
});

test("after ten days away all of them are covered, from the day that was yesterday on", () => {
  const { days } = foldDays({}, scanned(), NOW);
  assert.equal(oldestOpenDay(days, NOW + 10 * DAY), YESTERDAY);
});
