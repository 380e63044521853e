// What is true for every fold of days whose record has begun: each test tries 10,000.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Days } from "../../src/contract/index.ts";
import { type Covered, foldDays } from "../../src/state/law/days.ts";
import { BEFORE_YESTERDAY, NOW, OLDEST_KEPT, TODAY, YESTERDAY } from "../support/fixtures.ts";
import { LAW_RUNS } from "../support/runs.ts";
import { covered, shrank, storedDays } from "../support/state-arbitraries.ts";

const fold = (stored: Days, scan: Covered) => foldDays(stored, scan, NOW, OLDEST_KEPT);

test("a frozen record never changes", () => {
  const property = fc.property(storedDays, covered, (stored, scan) => {
    const { days } = fold(stored, scan);
    for (const [day, record] of Object.entries(stored)) {
      if (record.state === "frozen" && day >= OLDEST_KEPT) assert.deepEqual(days[day], record);
    }
  });
  fc.assert(property, LAW_RUNS);
});

test("no day before yesterday ever shrinks", () => {
  const property = fc.property(storedDays, covered, (stored, scan) => {
    const { days } = fold(stored, scan);
    for (const [day, { models }] of Object.entries(stored)) {
      if (day >= OLDEST_KEPT && day < YESTERDAY) assert.ok(!shrank(models, days[day]?.models), day);
    }
  });
  fc.assert(property, LAW_RUNS);
});

test("a scan with read errors shrinks and freezes no day", () => {
  const property = fc.property(storedDays, covered, (stored, scan) => {
    const { days, frozen } = fold(stored, { ...scan, readErrors: 1 });
    for (const [day, { state, models }] of Object.entries(stored)) {
      if (day < OLDEST_KEPT) continue;
      assert.ok(!shrank(models, days[day]?.models), day);
      assert.equal(days[day]?.state, state);
    }
    assert.equal(frozen, 0);
  });
  fc.assert(property, LAW_RUNS);
});

test("folding the same scan twice gives the same result as folding it once", () => {
  const property = fc.property(storedDays, covered, (stored, scan) => {
    const once = fold(stored, scan);
    const twice = fold(once.days, scan);
    assert.deepEqual(twice.days, once.days);
    assert.equal(twice.frozen, 0);
  });
  fc.assert(property, LAW_RUNS);
});

test("after a clean scan, every scanned day has a record, frozen up to the day before yesterday", () => {
  const property = fc.property(storedDays, covered, (stored, scan) => {
    const { days } = fold(stored, { ...scan, readErrors: 0 });
    for (const [day, record] of Object.entries(days)) {
      assert.ok(day >= OLDEST_KEPT);
      if (day <= BEFORE_YESTERDAY) assert.equal(record.state, "frozen", day);
    }
    assert.ok(days[TODAY] !== undefined && days[scan.since] !== undefined);
  });
  fc.assert(property, LAW_RUNS);
});

test("every record has the usage of the stored record or of the scan", () => {
  const property = fc.property(storedDays, covered, (stored, scan) => {
    for (const [day, { models }] of Object.entries(fold(stored, scan).days)) {
      const sources = [stored[day]?.models, scan.days[day]?.models, {}];
      assert.ok(
        sources.some((source) => source !== undefined && JSON.stringify(source) === JSON.stringify(models)),
      );
    }
  });
  fc.assert(property, LAW_RUNS);
});
