// What usage costs: known amounts, and what holds for every amount.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addCounts, type Counts, NO_COUNTS } from "../../src/contract/index.ts";
import { type Amount, costOf, type PricedUse, totalCostOf } from "../../src/prices/index.ts";
import { PRICES } from "../../src/prices/table.ts";

const DAY = "2026-11-21";
const NAMES = [...Object.keys(PRICES), "claude-opus-5-fast", "claude-opus-4-6-fast"];
const UNKNOWN = "claude-sonnet-5-5";

const tokens = fc.oneof(
  fc.nat({ max: 100 }),
  fc.nat({ max: 2 ** 31 - 1 }),
  fc.maxSafeNat().map((n) => n % 1e12),
);
const plainCounts: fc.Arbitrary<Counts> = fc.record({
  requests: fc.nat({ max: 1000 }),
  inputTokens: tokens,
  outputTokens: tokens,
  cacheCreationTokens: tokens,
  cacheReadTokens: tokens,
});
const counts: fc.Arbitrary<Counts> = fc
  .tuple(plainCounts, fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }))
  .map(([plain, share]) =>
    share === undefined
      ? plain
      : { ...plain, cacheCreation1hTokens: Math.floor(share * plain.cacheCreationTokens) },
  );
const model = fc.constantFrom(...NAMES);
const use: fc.Arbitrary<PricedUse> = fc.record({ model, day: fc.constant(DAY), counts });

function priced(of: PricedUse): Amount {
  const cost = costOf(of);
  assert.ok(cost.status === "priced");
  return cost;
}

const of = (some: Partial<Counts>, name = "claude-opus-4-5"): PricedUse => ({
  model: name,
  day: DAY,
  counts: { ...NO_COUNTS, ...some },
});
const usd = (some: Partial<Counts>, name?: string) => priced(of(some, name)).usd;

test("a million tokens of each kind cost their price", () => {
  assert.equal(usd({ inputTokens: 1e6 }), 5);
  assert.equal(usd({ outputTokens: 1e6 }), 25);
  assert.equal(usd({ cacheReadTokens: 1e6 }), 0.5);
  assert.equal(usd({ cacheCreationTokens: 1e6, cacheCreation1hTokens: 0 }), 6.25);
  assert.equal(usd({ cacheCreationTokens: 1e6, cacheCreation1hTokens: 1e6 }), 10);
  assert.equal(usd({ cacheCreationTokens: 1e6, cacheCreation1hTokens: 400_000 }), 7.75);
});

test("fast mode multiplies every kind of token", () => {
  const all = { inputTokens: 1e6, outputTokens: 1e6, cacheReadTokens: 1e6 };
  assert.equal(usd(all, "claude-opus-5-fast"), 2 * usd(all, "claude-opus-5"));
  assert.equal(usd({ inputTokens: 1e6, outputTokens: 1e6 }, "claude-opus-5-fast"), 10 + 50);
  assert.equal(usd({ inputTokens: 1e6, outputTokens: 1e6 }, "claude-opus-4-7-fast"), 30 + 150);
  assert.equal(usd({ inputTokens: 1e6, outputTokens: 1e6 }, "claude-opus-5-5-fast"), 8 + 40);
});

test("cache writes of an unknown length give a range, from all for 5 minutes to all for 1 hour", () => {
  assert.deepEqual(costOf(of({ cacheCreationTokens: 1e6 })), {
    status: "priced",
    usd: 8.125,
    low: 6.25,
    high: 10,
  });
});

test("more 1-hour tokens than cache writes count as all of them", () => {
  assert.equal(usd({ cacheCreationTokens: 1e6, cacheCreation1hTokens: 3e6 }), 10);
});

test("an unknown model has no price, and is named with its tokens in the sum", () => {
  const unknown = of({ inputTokens: 7, outputTokens: 5 }, UNKNOWN);
  assert.deepEqual(costOf(unknown), { status: "no_price" });
  assert.deepEqual(totalCostOf([unknown]), {
    status: "no_price",
    unpriced: { tokens: 12, models: [UNKNOWN] },
  });
  assert.deepEqual(
    totalCostOf([unknown, of({ inputTokens: 1e6 }), unknown, of({ inputTokens: 99 }, "other")]),
    {
      status: "priced",
      usd: 5,
      low: 5,
      high: 5,
      unpriced: { tokens: 123, models: ["other", UNKNOWN] },
    },
  );
});

test("no use costs nothing, and an unknown model without tokens is not reported as unpriced", () => {
  const nothing = { status: "priced", usd: 0, low: 0, high: 0, unpriced: { tokens: 0, models: [] } };
  assert.deepEqual(totalCostOf([]), nothing);
  assert.deepEqual(totalCostOf([of({ requests: 3 }, "<synthetic>")]), nothing);
});

test("there is no rounding error: three times a tenth of a dollar is three tenths", () => {
  const tenth = of({ inputTokens: 100_000 }, "claude-haiku-4-5");
  assert.equal(priced(tenth).usd, 0.1);
  const total = totalCostOf([tenth, tenth, tenth]);
  assert.ok(total.status === "priced");
  assert.equal(total.usd, 0.3);
});

test("10^12 tokens cost exactly the same in a million small uses as in one", () => {
  const parts = Array.from({ length: 10_000 }, () => of({ cacheReadTokens: 100_000_001 }));
  const total = totalCostOf(parts);
  assert.ok(total.status === "priced");
  assert.equal(total.usd, 500_000.005);
  assert.equal(total.usd, usd({ cacheReadTokens: 1_000_000_010_000 }));
});

test("the cost of a sum is the sum of the costs", () => {
  fc.assert(
    fc.property(model, plainCounts, plainCounts, (name, a, b) => {
      const parts = [a, b].map((part) => ({ model: name, day: DAY, counts: part }));
      const sum = totalCostOf(parts);
      const whole = priced({ model: name, day: DAY, counts: addCounts(a, b) });
      assert.ok(sum.status === "priced");
      assert.deepEqual([sum.usd, sum.low, sum.high], [whole.usd, whole.low, whole.high]);
    }),
    { numRuns: 2000 },
  );
});

test("the order of addition changes nothing", () => {
  fc.assert(
    fc.property(fc.array(use, { maxLength: 20 }), (uses) => {
      assert.deepEqual(totalCostOf(uses), totalCostOf([...uses].reverse()));
    }),
  );
});

test("more tokens of any kind never cost less", () => {
  const kinds = ["inputTokens", "outputTokens", "cacheCreationTokens", "cacheReadTokens"] as const;
  fc.assert(
    fc.property(use, fc.constantFrom(...kinds), fc.nat(), (before, kind, more) => {
      const after = { ...before, counts: { ...before.counts, [kind]: before.counts[kind] + more } };
      const [less, greater] = [priced(before), priced(after)];
      assert.ok(greater.usd >= less.usd && greater.low >= less.low && greater.high >= less.high);
    }),
    { numRuns: 2000 },
  );
});

test("the range holds both ends and every part of the writes between, with the estimate in its middle", () => {
  fc.assert(
    fc.property(model, plainCounts, fc.double({ min: 0, max: 1, noNaN: true }), (name, some, share) => {
      const unknown = priced({ model: name, day: DAY, counts: some });
      const known = (tokens: number) =>
        priced({ model: name, day: DAY, counts: { ...some, cacheCreation1hTokens: tokens } });
      const writes = some.cacheCreationTokens;
      const between = known(Math.floor(writes * share));
      assert.equal(unknown.low, known(0).usd);
      assert.equal(unknown.high, known(writes).usd);
      assert.ok(unknown.low <= between.usd && between.usd <= unknown.high);
      assert.equal(between.low, between.high);
      assert.ok(unknown.low <= unknown.usd && unknown.usd <= unknown.high);
    }),
    { numRuns: 2000 },
  );
});

test("every amount is a finite number of dollars, and 0 only if there are no tokens", () => {
  fc.assert(
    fc.property(use, (some) => {
      const { usd: amount, low, high } = priced(some);
      for (const each of [amount, low, high]) assert.ok(Number.isFinite(each) && each >= 0);
      const { inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens } = some.counts;
      assert.equal(amount === 0, inputTokens + outputTokens + cacheCreationTokens + cacheReadTokens === 0);
    }),
  );
});
