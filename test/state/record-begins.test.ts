// The record begins with the oldest day on which usage was found (rules DAYS-12 to DAYS-14).
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysFrom } from "../../src/base/calendar.ts";
import { foldDays } from "../../src/state/law/days.ts";
import {
  at,
  BEFORE_YESTERDAY,
  frozen,
  NOTHING,
  NOW,
  open,
  scanned,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";

const EMPTY = { state: "frozen", frozenAt: at(NOW), models: NOTHING };

test("a scan that finds nothing leaves a record of today only, and freezes no day", () => {
  assert.deepEqual(foldDays({}, scanned(), NOW), {
    days: { [TODAY]: open(NOTHING) },
    frozen: 0,
    pruned: {},
    recordSince: undefined,
  });
});

test("the first scan with usage freezes the days from its oldest one on, empty ones included", () => {
  const { days, recordSince, frozen: count } = foldDays({}, scanned({ "2026-11-16": used(2) }), NOW);
  assert.deepEqual(days, {
    "2026-11-16": frozen(used(2), NOW),
    "2026-11-17": EMPTY,
    [BEFORE_YESTERDAY]: EMPTY,
    [YESTERDAY]: open(NOTHING),
    [TODAY]: open(NOTHING),
  });
  assert.deepEqual([recordSince, count], ["2026-11-16", 3]);
});

test("usage found on an earlier day moves the beginning back and fills the days between; frozen days stay as they are", () => {
  const stored = { "2026-11-16": frozen(used(2)), "2026-11-17": frozen(NOTHING) };
  const found = scanned({ "2026-11-14": used(4), "2026-11-16": used(9), "2026-11-17": used(9) });
  const { days, recordSince } = foldDays(stored, found, NOW, "2026-11-16");
  assert.equal(recordSince, "2026-11-14");
  assert.deepEqual(days["2026-11-14"], frozen(used(4), NOW));
  assert.deepEqual(days["2026-11-15"], EMPTY);
  assert.deepEqual(days["2026-11-16"], stored["2026-11-16"]);
  assert.deepEqual(days["2026-11-17"], stored["2026-11-17"]);
});

test("after a scan with read errors, the days between stay open until they are counted without errors", () => {
  const found = scanned({ "2026-11-14": used(4) }, { readErrors: 1 });
  const { days, recordSince } = foldDays({}, found, NOW);
  assert.deepEqual(days, { "2026-11-14": open(used(4)) });
  assert.equal(recordSince, "2026-11-14");
});

test("days that were left open and empty before the record begins are dropped", () => {
  const stored = { [BEFORE_YESTERDAY]: open(NOTHING), [YESTERDAY]: open(NOTHING) };
  assert.deepEqual(Object.keys(foldDays(stored, scanned(), NOW).days), [TODAY]);
});

test("days frozen empty before the first day with usage are dropped, as earlier versions left them", () => {
  const stored = { "2026-11-01": frozen(NOTHING), [BEFORE_YESTERDAY]: frozen(used(1)) };
  assert.equal(foldDays(stored, scanned(), NOW).days["2026-11-01"], undefined);
});

test("the record does not end: without usage for over 35 days, empty days are still frozen", () => {
  const { days, recordSince } = foldDays({}, scanned(), NOW, "2026-08-01");
  assert.deepEqual(Object.keys(days), daysFrom("2026-10-16", TODAY));
  assert.equal(recordSince, "2026-08-01");
});
