// The table of lines keeps every count as it is, also one that does not fit into its columns (rule SCAN-6).
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { NO_KEY } from "../../src/usage/request-keys.ts";
import { Requests } from "../../src/usage/requests.ts";
import { type UsageAt, UsageTable } from "../../src/usage/usage-table.ts";
import { NOW, TODAY } from "../support/fixtures.ts";
import { line } from "../support/transcript.ts";
import { scanLines } from "../support/usage/scans.ts";

const BITS_32 = 2 ** 32;
const MAX = Number.MAX_SAFE_INTEGER;
const count = fc.oneof(
  fc.nat(1000),
  fc.constantFrom(0, BITS_32 - 2, BITS_32 - 1, BITS_32, BITS_32 + 7, MAX),
  fc.maxSafeNat(),
);
const usages: fc.Arbitrary<UsageAt> = fc
  .record({
    at: fc.integer({ min: NOW - 1e12, max: NOW }),
    inputTokens: count,
    outputTokens: count,
    cacheCreationTokens: count,
    cacheReadTokens: count,
    for1h: count,
  })
  .map(({ for1h, ...usage }) => ({
    ...usage,
    cacheCreation1hTokens: Math.min(for1h, usage.cacheCreationTokens),
  }));

test("a row has what was last set, whatever the sizes of its counts", () => {
  const sets = fc.array(fc.record({ usage: usages, row: fc.option(fc.nat()) }), { minLength: 1 });
  fc.assert(
    fc.property(sets, fc.integer({ min: 1, max: 4 }), (all, capacity) => {
      const table = new UsageTable(capacity);
      const expected: UsageAt[] = [];
      for (const { usage, row } of all) {
        if (row === null || expected.length === 0) {
          assert.equal(table.add(1, NO_KEY, 0, 2, usage), expected.push(usage) - 1);
        } else {
          table.set(row % expected.length, 2, usage);
          expected[row % expected.length] = usage;
        }
      }
      for (const [row, usage] of expected.entries()) {
        assert.equal(table.outputTokens(row), usage.outputTokens);
        assert.deepEqual({ ...table.usage(row) }, usage);
      }
    }),
  );
});

test("of two lines of a request over 2^32 tokens, the one with more output counts", () => {
  const requests = new Requests();
  const usage = {
    at: NOW,
    inputTokens: 1,
    cacheCreationTokens: 0,
    cacheReadTokens: 0,
    cacheCreation1hTokens: 0,
  };
  requests.add(0, 0, 0, { ...usage, outputTokens: BITS_32 + 1 });
  const more = requests.add(1, 0, 0, { ...usage, outputTokens: BITS_32 + 2 });
  assert.equal(requests.best(0, Int32Array.of(0, 1)), more);
});

test("a request that grows past 2^32 tokens, and one that repeats with fewer, count once with the most", async (t) => {
  const outputs = [5, BITS_32 - 1, BITS_32 + 5, BITS_32 + 4];
  const { days } = await scanLines(t, ...outputs.map((output) => line({ output })));
  assert.equal(days[TODAY]?.models["model-a"]?.outputTokens, BITS_32 + 5);
});
