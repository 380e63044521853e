// Counts and models (rules SCAN-6, SCAN-7).
import assert from "node:assert/strict";
import test from "node:test";
import { UNUSUAL_COUNTS, UNUSUAL_MODELS } from "../../bench/corpus/unusual-values.ts";
import { TODAY } from "../support/fixtures.ts";
import { line, lineCounts } from "../support/transcript.ts";
import { scanLines } from "../support/usage/scans.ts";

const MAX = Number.MAX_SAFE_INTEGER;
const FIELDS = {
  input_tokens: "inputTokens",
  output_tokens: "outputTokens",
  cache_creation_input_tokens: "cacheCreationTokens",
  cache_read_input_tokens: "cacheReadTokens",
} as const;

async function onlyCounts(t: Parameters<typeof scanLines>[0], ...lines: string[]) {
  const { days } = await scanLines(t, ...lines);
  return days[TODAY]?.models["model-a"];
}

for (const [field, name] of Object.entries(FIELDS)) {
  for (const [raw, meaning] of UNUSUAL_COUNTS) {
    test(`${field} ${raw ?? "left out"} counts as ${meaning}`, async (t) => {
      const usage = raw === undefined ? "{}" : `{"${field}":${raw}}`;
      const found = await onlyCounts(t, line({ usage: "HERE" }).replace('"HERE"', usage));
      const none = {
        requests: 1,
        inputTokens: 0,
        outputTokens: 0,
        cacheCreationTokens: 0,
        cacheReadTokens: 0,
      };
      assert.deepEqual(found, { ...none, [name]: meaning });
    });
  }

  test(`a sum of ${field} stops at 2^53-1`, async (t) => {
    const lines = [MAX - 1, 1, 5, MAX].map((count, id) => line({ id: `m${id}`, usage: { [field]: count } }));
    const found = await onlyCounts(t, ...lines);
    assert.equal(found?.[name], MAX);
    assert.equal(found?.requests, 4);
  });
}

test("a sum of exactly 2^53-1 is exact", async (t) => {
  const lines = [MAX - 7, 7].map((output, id) => line({ id: `m${id}`, output }));
  assert.equal((await onlyCounts(t, ...lines))?.outputTokens, MAX);
});

test("an output that is not a count loses to any copy that has one", async (t) => {
  assert.equal((await onlyCounts(t, line({ output: "900" }), line({ output: 1 })))?.outputTokens, 1);
});

test("other counts from the vendor are ignored", async (t) => {
  const usage = { ...JSON.parse(line()).message.usage, server_tool_use: { web_search_requests: 50 } };
  assert.deepEqual(await onlyCounts(t, line({ usage })), lineCounts());
});

for (const [raw, model] of UNUSUAL_MODELS) {
  test(`the model ${raw?.slice(0, 40) ?? "left out"} is counted as ${JSON.stringify(model).slice(0, 40)}`, async (t) => {
    const text = line({ model: raw === undefined ? undefined : "HERE" }).replace('"HERE"', () => raw ?? "");
    const { days } = await scanLines(t, text);
    assert.deepEqual(days, { [TODAY]: { models: Object.fromEntries([[model, lineCounts()]]) } });
  });
}

test("a model name is not truncated inside a surrogate pair", async (t) => {
  const { days } = await scanLines(t, line({ model: `${"m".repeat(127)}🚀` }));
  assert.deepEqual(Object.keys(days[TODAY]?.models ?? {}), ["m".repeat(127)]);
});

test("models whose truncated names are equal are summed", async (t) => {
  const [a, b] = ["a", "b"].map((end) => line({ id: end, model: "m".repeat(128) + end }));
  const { days } = await scanLines(t, a ?? "", b ?? "");
  assert.deepEqual(days[TODAY]?.models, { ["m".repeat(128)]: lineCounts(2) });
});

test("a model named like a property of every object is counted like any other", async (t) => {
  const names = ["constructor", "hasOwnProperty", "toString", "__proto__", "valueOf"];
  const { days } = await scanLines(t, ...names.map((model) => line({ id: model, model })));
  assert.deepEqual(Object.keys(days[TODAY]?.models ?? {}).sort(), [
    "constructor",
    "hasOwnProperty",
    "toString",
    "unknown",
    "valueOf",
  ]);
});
