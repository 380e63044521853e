// Usage whose transcripts were deleted stays in the record (rules DAYS-8, DAYS-9).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Models } from "../../src/contract/index.ts";
import { foldDays } from "../../src/state/law/days.ts";
import {
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

const LONG_AGO = "2026-10-25";

function folded(day: string, stored: Models, found: Models, readErrors = 0) {
  const scan = scanned(Object.keys(found).length === 0 ? {} : { [day]: found }, { readErrors });
  return foldDays({ [day]: open(stored) }, scan, NOW).days[day];
}

for (const day of [BEFORE_YESTERDAY, LONG_AGO, OLDEST_KEPT]) {
  test(`an open day before yesterday whose transcripts were deleted is frozen with the stored usage (${day})`, () => {
    assert.deepEqual(folded(day, used(5), NOTHING), frozen(used(5), NOW));
  });
}

test("the record with more requests stays, even if it has fewer tokens", () => {
  assert.deepEqual(folded(BEFORE_YESTERDAY, used(5, 10), used(4, 999)), frozen(used(5, 10), NOW));
  assert.deepEqual(folded(BEFORE_YESTERDAY, used(4, 999), used(5, 10)), frozen(used(5, 10), NOW));
});

test("with equal requests, the record with more tokens stays", () => {
  assert.deepEqual(folded(BEFORE_YESTERDAY, used(5, 10), used(5, 11)), frozen(used(5, 11), NOW));
  assert.deepEqual(folded(BEFORE_YESTERDAY, used(5, 11), used(5, 10)), frozen(used(5, 11), NOW));
});

test("the requests of all models are compared, not those of the largest model", () => {
  const many = { ...used(3, 1, "model-a"), ...used(3, 1, "model-b") };
  assert.deepEqual(folded(BEFORE_YESTERDAY, many, used(5, 999)), frozen(many, NOW));
});

test("tokens of all four kinds are compared", () => {
  for (const kind of ["inputTokens", "outputTokens", "cacheCreationTokens", "cacheReadTokens"] as const) {
    const counts = { inputTokens: 0, outputTokens: 0, cacheCreationTokens: 0, cacheReadTokens: 0 };
    const larger = { "model-a": { requests: 1, ...counts, [kind]: 8 } };
    assert.deepEqual(folded(BEFORE_YESTERDAY, used(1, 7), larger), frozen(larger, NOW), kind);
    assert.deepEqual(folded(BEFORE_YESTERDAY, larger, used(1, 7)), frozen(larger, NOW), kind);
  }
});

test("two records of a day are never mixed", () => {
  const stored = used(5, 1, "model-a");
  assert.deepEqual(folded(BEFORE_YESTERDAY, stored, used(4, 9, "model-b")), frozen(stored, NOW));
});

for (const day of [TODAY, YESTERDAY, BEFORE_YESTERDAY, OLDEST_KEPT]) {
  test(`with read errors, a stored day does not shrink and stays open (${day})`, () => {
    assert.deepEqual(folded(day, used(5), used(4), 1), open(used(5)));
    assert.deepEqual(folded(day, used(5), NOTHING, 1), open(used(5)));
  });

  test(`with read errors, a day can still grow (${day})`, () => {
    assert.deepEqual(folded(day, used(5), used(6), 1), open(used(6)));
  });
}

test("with read errors, a day that only the scan found is stored as open", () => {
  const { days } = foldDays({}, scanned({ [LONG_AGO]: used(2) }, { readErrors: 1 }), NOW);
  assert.deepEqual(days[LONG_AGO], open(used(2)));
});

test("with read errors, old days are still pruned", () => {
  const stored = { [TOO_OLD]: open(used(2)), "2026-10-14": frozen(used(2)) };
  const { days } = foldDays(stored, scanned({}, { readErrors: 1 }), NOW);
  assert.equal(days[TOO_OLD], undefined);
  assert.equal(days["2026-10-14"], undefined);
});

test("a day left open by a scan with read errors is frozen by the next clean scan, and does not shrink", () => {
  const first = foldDays({ [LONG_AGO]: open(used(5)) }, scanned({}, { readErrors: 3 }), NOW);
  const second = foldDays(first.days, scanned({ [LONG_AGO]: used(4) }), NOW);
  assert.deepEqual(second.days[LONG_AGO], frozen(used(5), NOW));
});

test("an open day 36 days old is pruned without being frozen first", () => {
  const { days, pruned } = foldDays({ [TOO_OLD]: open(used(2)) }, scanned({ [TOO_OLD]: used(2) }), NOW);
  assert.equal(days[TOO_OLD], undefined);
  assert.deepEqual(pruned, { [TOO_OLD]: used(2) });
});
