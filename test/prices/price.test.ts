// The price of a day, and the table that the package agrees with.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDay } from "../../src/base/calendar.ts";
import { FAST_TIMES } from "../../src/prices/fast.ts";
import { PRICES_DATE } from "../../src/prices/index.ts";
import { type DatedPrice, priceOn } from "../../src/prices/price.ts";
import { ALIASES, PRICES } from "../../src/prices/table.ts";

const CHANGED: readonly DatedPrice[] = [
  ["", 3, 15, 0.3, 3.75, 6],
  ["2026-03-13", 2, 10, 0.2, 2.5, 4],
  ["2027-01-01", 1, 5, 0.1, 1.25, 2],
];

test("a price holds from its first day to the day before the next", () => {
  const inputOn = (day: string) => priceOn(CHANGED, day)?.input;
  assert.equal(inputOn("2025-01-01"), 3);
  assert.equal(inputOn("2026-03-12"), 3);
  assert.equal(inputOn("2026-03-13"), 2);
  assert.equal(inputOn("2026-12-31"), 2);
  assert.equal(inputOn("2027-01-01"), 1);
  assert.equal(inputOn("2031-07-07"), 1);
});

test("before a first price there is none", () => {
  assert.equal(priceOn(CHANGED.slice(1), "2026-03-12"), undefined);
  assert.equal(priceOn([], "2026-03-12"), undefined);
});

test("every price of the table is a positive amount, oldest first, and 1 hour costs no less than 5 minutes", () => {
  for (const [id, prices] of Object.entries(PRICES)) {
    assert.equal(prices[0]?.[0], "", id);
    assert.deepEqual(
      prices.map(([since]) => since),
      prices.map(([since]) => since).sort(),
      id,
    );
    for (const price of prices) {
      const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = priceOn([price], "9999-12-31") ?? {};
      for (const rate of [input, output, cacheRead, cacheWrite5m, cacheWrite1h])
        assert.ok(Number(rate) > 0, id);
      assert.ok(Number(cacheWrite1h) >= Number(cacheWrite5m), id);
    }
  }
});

test("what points into the table points at a model that it has", () => {
  for (const id of [...Object.values(ALIASES), ...Object.keys(FAST_TIMES)])
    assert.ok(Object.hasOwn(PRICES, id), id);
});

test("the table has a date", () => {
  assert.ok(isDay(PRICES_DATE));
});
