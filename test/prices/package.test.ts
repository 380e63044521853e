// Our costs beside those of the package that the table is made from, for all its models.
import assert from "node:assert/strict";
import { test } from "node:test";
import { calcPrice, findProvider } from "@pydantic/genai-prices";
import fc from "fast-check";
import { addDays } from "../../src/base/calendar.ts";
import type { Counts } from "../../src/contract/index.ts";
import { costOf } from "../../src/prices/index.ts";

const models = findProvider({ providerId: "anthropic" })?.models ?? [];
const day = fc.integer({ min: 0, max: 900 }).map((count) => addDays("2025-06-01", count));

/** Above this, requests to some models cost more until some day (scripts/prices.ts). */
const TIER = 200_000;
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Counts whose input is at most `most` tokens altogether. */
const countsUpTo = (most: number): fc.Arbitrary<Counts> =>
  fc
    .tuple(fc.nat({ max: most }), share, share, share, fc.nat({ max: 1e9 }))
    .map(([input, read, written, long, output]) => {
      const cacheReadTokens = Math.floor(input * read);
      const cacheCreationTokens = Math.floor((input - cacheReadTokens) * written);
      return {
        requests: 1,
        inputTokens: input - cacheReadTokens - cacheCreationTokens,
        outputTokens: output,
        cacheReadTokens,
        cacheCreationTokens,
        cacheCreation1hTokens: Math.floor(cacheCreationTokens * long),
      };
    });

function theirs(id: string, on: string, counts: Counts): number | undefined {
  const { inputTokens, cacheReadTokens, cacheCreationTokens } = counts;
  const usage = {
    input_tokens: inputTokens + cacheReadTokens + cacheCreationTokens,
    cache_read_tokens: cacheReadTokens,
    cache_write_tokens: cacheCreationTokens,
    cache_write_1h_tokens: counts.cacheCreation1hTokens,
    output_tokens: counts.outputTokens,
  };
  const timestamp = new Date(`${on}T12:00:00Z`);
  return calcPrice(usage, id, { providerId: "anthropic", timestamp })?.total_price;
}

test("the package has models", () => {
  assert.ok(models.length >= 20);
});

for (const { id, prices } of models) {
  const hasTiers = JSON.stringify(prices).includes("tiers");
  test(`${id} costs what the package says, on every day and for all counts`, () => {
    fc.assert(
      fc.property(day, countsUpTo(hasTiers ? TIER : 1e12), (on, counts) => {
        const cost = costOf({ model: id, day: on, counts });
        assert.ok(cost.status === "priced");
        const expected = theirs(id, on, counts) ?? Number.NaN;
        assert.ok(
          Math.abs(cost.usd - expected) <= 1e-12 * Math.max(1, expected),
          `${cost.usd}, not ${expected}`,
        );
      }),
    );
  });
}

test("what the package prices by the beginning of the name has no price here", () => {
  const counts = {
    requests: 1,
    inputTokens: 10,
    outputTokens: 1,
    cacheCreationTokens: 0,
    cacheReadTokens: 0,
  };
  assert.notEqual(theirs("claude-sonnet-5-5", "2026-11-21", counts), undefined);
  assert.deepEqual(costOf({ model: "claude-sonnet-5-5", day: "2026-11-21", counts }), { status: "no_price" });
});
