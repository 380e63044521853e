// Adding counts: the totals of the agent, its snapshots and a collector.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addCounts,
  type Counts,
  countsSchema,
  NO_COUNTS,
  tokensOf,
  totalOf,
} from "../../src/contract/index.ts";

const written = (cacheCreationTokens: number, cacheCreation1hTokens?: number): Counts => ({
  ...NO_COUNTS,
  requests: 1,
  cacheCreationTokens,
  ...(cacheCreation1hTokens !== undefined && { cacheCreation1hTokens }),
});

test("tokens written to the cache for an hour add up, also with counts that do not have the key", () => {
  const total = totalOf([written(10, 4), written(5), written(7, 1)]);
  assert.equal(total.cacheCreationTokens, 22);
  assert.equal(total.cacheCreation1hTokens, 5);
});

test("without any such tokens, a sum leaves the key out", () => {
  assert.equal("cacheCreation1hTokens" in totalOf([written(10), written(5, 0)]), false);
});

test("they are a part of the tokens written to the cache, not added to them", () => {
  assert.equal(tokensOf(written(10, 4)), 10);
});

test("sums stop at 2^53-1", () => {
  const huge = written(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const sum = addCounts(huge, huge);
  assert.equal(sum.cacheCreationTokens, Number.MAX_SAFE_INTEGER);
  assert.equal(sum.cacheCreation1hTokens, Number.MAX_SAFE_INTEGER);
  assert.equal(countsSchema.safeParse(sum).success, true);
});
