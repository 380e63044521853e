// Each step of a day's record (rules DAYS-2 to DAYS-6).
import assert from "node:assert/strict";
import { test } from "node:test";
import { foldDays } from "../../src/state/law/days.ts";
import {
  at,
  BEFORE_YESTERDAY,
  frozen,
  NOTHING,
  NOW,
  OLDEST_KEPT,
  open,
  scanned,
  TODAY,
  TOO_OLD,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";

const FROZEN_NOW = { state: "frozen", frozenAt: at(NOW) };

for (const [name, day] of [
  ["today", TODAY],
  ["yesterday", YESTERDAY],
] as const) {
  test(`an open day, ${name}, stays open and its usage is recomputed`, () => {
    const { days } = foldDays({ [day]: open(used(1)) }, scanned({ [day]: used(5) }), NOW);
    assert.deepEqual(days[day], open(used(5)));
  });

  test(`an open day, ${name}, may shrink in a clean scan`, () => {
    const { days } = foldDays({ [day]: open(used(5)) }, scanned({ [day]: used(1) }), NOW);
    assert.deepEqual(days[day], open(used(1)));
  });
}

test("an open day before yesterday is frozen with the time and the usage found", () => {
  const found = scanned({ [BEFORE_YESTERDAY]: used(5) }, { since: BEFORE_YESTERDAY });
  const { days, frozen: count } = foldDays({ [BEFORE_YESTERDAY]: open(used(1)) }, found, NOW);
  assert.deepEqual(days[BEFORE_YESTERDAY], { ...FROZEN_NOW, models: used(5) });
  assert.equal(count, 1);
});

test("a day before yesterday without a record is frozen with the usage found", () => {
  const { days } = foldDays({}, scanned({ "2026-11-01": used(5) }), NOW);
  assert.deepEqual(days["2026-11-01"], { ...FROZEN_NOW, models: used(5) });
});

test("empty days before yesterday are frozen too, from the day on which the record begins", () => {
  const { days, frozen: count } = foldDays({}, scanned(), NOW, "2026-11-15");
  const empty = { ...FROZEN_NOW, models: NOTHING };
  assert.deepEqual(days, {
    "2026-11-15": empty,
    "2026-11-16": empty,
    "2026-11-17": empty,
    [BEFORE_YESTERDAY]: empty,
    [YESTERDAY]: open(NOTHING),
    [TODAY]: open(NOTHING),
  });
  assert.equal(count, 4);
});

test("a frozen day stays as it is, whatever a scan finds", () => {
  const stored = { [BEFORE_YESTERDAY]: frozen(used(3)) };
  const { days, frozen: count } = foldDays(
    stored,
    scanned({ [BEFORE_YESTERDAY]: used(99) }, { since: BEFORE_YESTERDAY }),
    NOW,
  );
  assert.deepEqual(days[BEFORE_YESTERDAY], stored[BEFORE_YESTERDAY]);
  assert.equal(count, 0);
});

test("a frozen day without a time stays as it is, and gets no time", () => {
  const record = { state: "frozen", models: used(3) } as const;
  assert.deepEqual(foldDays({ [BEFORE_YESTERDAY]: record }, scanned(), NOW).days[BEFORE_YESTERDAY], record);
});

test("a frozen day 35 days old is kept", () => {
  const { days } = foldDays({ [OLDEST_KEPT]: frozen(used(1)) }, scanned(), NOW);
  assert.deepEqual(days[OLDEST_KEPT], frozen(used(1)));
});

test("a frozen day 36 days old is removed", () => {
  assert.equal(foldDays({ [TOO_OLD]: frozen(used(1)) }, scanned(), NOW).days[TOO_OLD], undefined);
});

test("a frozen day a year old is removed", () => {
  assert.equal(foldDays({ "2025-11-20": frozen(used(1)) }, scanned(), NOW).days["2025-11-20"], undefined);
});

test("after a scan with read errors, no day becomes frozen", () => {
  const stored = { [BEFORE_YESTERDAY]: open(used(1)), "2026-11-10": frozen(used(2)) };
  const { days, frozen: count } = foldDays(stored, scanned({}, { readErrors: 1 }), NOW);
  const frozenDays = Object.keys(days).filter((day) => days[day]?.state === "frozen");
  assert.deepEqual(frozenDays, ["2026-11-10"]);
  assert.equal(count, 0);
});

test("a fold does not change the records passed in", () => {
  const stored = { [TOO_OLD]: open(used(1)), [BEFORE_YESTERDAY]: open(used(2)), [TODAY]: open(used(3)) };
  const copy = structuredClone(stored);
  foldDays(stored, scanned({ [TODAY]: used(9) }), NOW);
  assert.deepEqual(stored, copy);
});
