// The oldest day that a scan must cover: no open day is missed, and once the record has begun no frozen day costs a read
// (rules DAYS-10, DAYS-13).
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysFrom } from "../../src/base/calendar.ts";
import type { DayRecord, Days } from "../../src/contract/index.ts";
import { foldDays, oldestDayToScan } from "../../src/state/law/days.ts";
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

const oldestOpenDay = (days: Days, now: number) => oldestDayToScan({ days }, now);

/** All days of the window frozen up to the day before yesterday, except those given. */
function allFrozen(but: Record<string, DayRecord | undefined> = {}): Days {
  const days: Days = {};
  for (const day of daysFrom(OLDEST_KEPT, BEFORE_YESTERDAY)) {
    const record = day in but ? but[day] : frozen(used(1));
    if (record !== undefined) days[day] = record;
  }
  return days;
}

test("a fresh state is scanned from 35 days before today", () => {
  assert.equal(oldestOpenDay({}, NOW), OLDEST_KEPT);
});

test("with every earlier day frozen, the scan starts yesterday", () => {
  assert.equal(oldestOpenDay(allFrozen(), NOW), YESTERDAY);
  assert.equal(oldestOpenDay({ ...allFrozen(), [TODAY]: open(used(1)) }, NOW), YESTERDAY);
});

test("with an open day among frozen days, the scan starts at that day", () => {
  assert.equal(oldestOpenDay(allFrozen({ "2026-11-01": open(used(1)) }), NOW), "2026-11-01");
});

test("with a missing day among frozen days, the scan starts at that day", () => {
  assert.equal(oldestOpenDay(allFrozen({ "2026-11-01": undefined }), NOW), "2026-11-01");
});

test("with several open and missing days, the scan starts at the oldest", () => {
  const days = allFrozen({ "2026-11-01": undefined, "2026-10-20": undefined, "2026-10-25": open(used(1)) });
  assert.equal(oldestOpenDay(days, NOW), "2026-10-20");
});

test("while the record may begin earlier, the scan starts 35 days before today, whatever is frozen", () => {
  const { [OLDEST_KEPT]: _, ...days } = allFrozen();
  assert.equal(oldestOpenDay(days, NOW), OLDEST_KEPT);
  assert.equal(oldestDayToScan({ days, recordSince: "2026-10-17" }, NOW), OLDEST_KEPT);
});

test("once usage was found 35 days before today or earlier, the scan starts at the oldest open day", () => {
  const days = { ...allFrozen({ [OLDEST_KEPT]: frozen({}) }) };
  for (const recordSince of [OLDEST_KEPT, "2026-01-01"]) {
    assert.equal(oldestDayToScan({ days, recordSince }, NOW), YESTERDAY);
  }
});

test("an open day older than 35 days is not scanned", () => {
  assert.equal(oldestOpenDay({ ...allFrozen(), "2026-10-15": open(used(1)) }, NOW), YESTERDAY);
});

test("with today and yesterday frozen by a wrong clock, the scan starts today", () => {
  const days = { ...allFrozen(), [YESTERDAY]: frozen(used(1)), [TODAY]: frozen(used(1)) };
  assert.equal(oldestOpenDay(days, NOW), TODAY);
});

test("after a clean beat, the next scan starts yesterday", () => {
  const { days } = foldDays({}, scanned({ [OLDEST_KEPT]: used(1) }), NOW);
  assert.equal(oldestOpenDay(days, NOW), YESTERDAY);
});

test("after a beat with read errors, the next scan covers the same days again", () => {
  const { days } = foldDays({}, scanned({ [OLDEST_KEPT]: used(1) }, { readErrors: 1 }), NOW);
  assert.equal(oldestOpenDay(days, NOW), OLDEST_KEPT);
});

test("after ten days without a beat, the scan starts at the last open day", () => {
  const { days } = foldDays({}, scanned({ [OLDEST_KEPT]: used(1) }), NOW);
  assert.equal(oldestOpenDay(days, NOW + 10 * DAY), YESTERDAY);
});
