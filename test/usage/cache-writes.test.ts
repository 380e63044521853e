// Tokens written to the cache, in all and for 1 hour (rule SCAN-22).
import assert from "node:assert/strict";
import test from "node:test";
import { TODAY } from "../support/fixtures.ts";
import { line } from "../support/transcript.ts";
import { scanLines } from "../support/usage/scans.ts";

const MAX = Number.MAX_SAFE_INTEGER;

/** Reads one line's cache writes: `[all, for 1 hour]`. */
const CASES: readonly (readonly [
  what: string,
  usage: object,
  read: readonly [number, number | undefined],
])[] = [
  ["the sum by time, if there is no other count", nested(undefined, 5, 7), [12, 7]],
  ["the sum by time, if it is greater", nested(10, 5, 7), [12, 7]],
  ["the count in all, if it is greater", nested(20, 5, 7), [20, 7]],
  ["the count in all, if nothing is said of the time", { cache_creation_input_tokens: 20 }, [20, undefined]],
  ["no count for 1 hour, if it is 0", nested(5, 5, 0), [5, undefined]],
  ["no count for 1 hour, if it is invalid", nested(5, 5, -7), [5, undefined]],
  ["counts that are written in another way", nested(1, 0.5, "1e1"), [10, 10]],
  ["at most 2^53-1", nested(5, MAX, MAX), [MAX, MAX]],
  ["the count in all, if the rest is not an object", { ...nested(5), cache_creation: [7] }, [5, undefined]],
];

function nested(all?: number, for5m?: number, for1h?: number | string): object {
  return {
    cache_creation_input_tokens: all,
    cache_creation: { ephemeral_5m_input_tokens: for5m, ephemeral_1h_input_tokens: for1h },
  };
}

for (const [what, usage, [all, for1h]] of CASES) {
  test(`of the tokens written to the cache, ${what} is counted`, async (t) => {
    const { days } = await scanLines(t, line({ usage }).replace('"1e1"', "1e1"));
    const counts = days[TODAY]?.models["model-a"];
    assert.deepEqual([counts?.cacheCreationTokens, counts?.cacheCreation1hTokens], [all, for1h]);
  });
}

test("the count for 1 hour is summed by day and model, and goes with the best line", async (t) => {
  const lines = [
    line({ id: "m1", usage: { ...nested(5, 0, 5), output_tokens: 9 } }),
    line({ id: "m1", usage: { ...nested(50, 0, 50), output_tokens: 1 } }),
    line({ id: "m2", usage: nested(6, 2, 4) }),
    line({ id: "m3", model: "model-b", usage: nested(6, 6, 0) }),
  ];
  const models = (await scanLines(t, ...lines)).days[TODAY]?.models;
  assert.equal(models?.["model-a"]?.cacheCreation1hTokens, 9);
  assert.ok(!("cacheCreation1hTokens" in (models?.["model-b"] ?? {})));
});

test("the last of several equal keys counts", async (t) => {
  const text = line({ usage: { cache_creation: "HERE" } }).replace(
    '"HERE"',
    '{"ephemeral_1h_input_tokens":9},"cache_creation":{"ephemeral_5m_input_tokens":4}',
  );
  const counts = (await scanLines(t, text)).days[TODAY]?.models["model-a"];
  assert.deepEqual([counts?.cacheCreationTokens, counts?.cacheCreation1hTokens], [4, undefined]);
});
