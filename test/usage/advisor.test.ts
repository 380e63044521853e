// Advisor calls: requests of another model, listed in a line (rule SCAN-21).
import assert from "node:assert/strict";
import test from "node:test";
import type { Counts } from "../../src/contract/index.ts";
import { createScanner } from "../../src/usage/scan.ts";
import { NOW, TODAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { type LineParts, line, lineCounts, writeFiles } from "../support/transcript.ts";
import { scanLines, scanOf } from "../support/usage/scans.ts";

const ADVISOR = { type: "advisor_message", model: "advisor", input_tokens: 100, output_tokens: 20 };
const ADVISED: Counts = {
  requests: 1,
  inputTokens: 100,
  outputTokens: 20,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
};

/** A line with these iterations. Its own counts are those of `line()`. */
function advised(iterations: unknown, { output = 2, ...parts }: LineParts = {}): string {
  const usage = {
    input_tokens: 1,
    output_tokens: output,
    cache_creation_input_tokens: 3,
    cache_read_input_tokens: 4,
    iterations,
  };
  return line({ ...parts, usage });
}

test("an advisor call is a request of its own model, beside the line's", async (t) => {
  const { days } = await scanLines(t, advised([{ type: "message", input_tokens: 1 }, ADVISOR]));
  assert.deepEqual(days[TODAY]?.models, { "model-a": lineCounts(), advisor: ADVISED });
});

test("each advisor call of a line counts", async (t) => {
  const { days } = await scanLines(t, advised([ADVISOR, { ...ADVISOR, model: "model-a" }, ADVISOR]));
  assert.deepEqual(days[TODAY]?.models["advisor"], {
    ...ADVISED,
    requests: 2,
    inputTokens: 200,
    outputTokens: 40,
  });
  assert.deepEqual(days[TODAY]?.models["model-a"], {
    ...lineCounts(2, 22),
    inputTokens: 101,
    cacheCreationTokens: 3,
    cacheReadTokens: 4,
  });
});

test("an advisor call is read as a line's usage is", async (t) => {
  const { days } = await scanLines(
    t,
    advised([
      {
        type: "advisor_message",
        model: "advisor\u0007",
        input_tokens: -1,
        output_tokens: 1e3,
        cache_creation_input_tokens: 5,
        cache_creation: { ephemeral_5m_input_tokens: 6, ephemeral_1h_input_tokens: 7 },
        cache_read_input_tokens: 9_007_199_254_740_991,
        speed: "fast",
      },
    ]),
  );
  assert.deepEqual(days[TODAY]?.models["advisor\uFFFD-fast"], {
    requests: 1,
    inputTokens: 0,
    outputTokens: 1000,
    cacheCreationTokens: 13,
    cacheReadTokens: 9_007_199_254_740_991,
    cacheCreation1hTokens: 7,
  });
});

test("an advisor call without a model is one of an unknown model", async (t) => {
  const { days } = await scanLines(t, advised([{ type: "advisor_message" }, { ...ADVISOR, model: 5 }]));
  assert.deepEqual(days[TODAY]?.models["unknown"], { ...ADVISED, requests: 2 });
});

test("iterations of other types, and what is not an object, are not added", async (t) => {
  const iterations = [
    { ...ADVISOR, type: "message" },
    { ...ADVISOR, type: "fallback_message" },
    { ...ADVISOR, type: "Advisor_message" },
    { ...ADVISOR, type: ["advisor_message"] },
    { ...ADVISOR, type: "message", iterations: [ADVISOR] },
    { model: "advisor" },
    [ADVISOR],
    "advisor_message",
    null,
    5,
  ];
  const { days } = await scanLines(
    t,
    advised(iterations),
    line({ id: "m2", more: { iterations: [ADVISOR] } }),
  );
  assert.deepEqual(days[TODAY]?.models, { "model-a": lineCounts(2) });
});

for (const iterations of [null, {}, ADVISOR, "advisor_message", [], [[]]]) {
  test(`iterations that are ${JSON.stringify(iterations)} add nothing`, async (t) => {
    const { days } = await scanLines(t, advised(iterations));
    assert.deepEqual(days[TODAY]?.models, { "model-a": lineCounts() });
  });
}

test("the last of several equal keys counts, in the iterations and in a call", async (t) => {
  const call = JSON.stringify(ADVISOR).replace('{"type"', '{"type":"message","type"');
  const text = advised("HERE").replace('"HERE"', `[${JSON.stringify(ADVISOR)}],"iterations":[${call}]`);
  assert.deepEqual((await scanLines(t, text)).days[TODAY]?.models["advisor"], ADVISED);
});

test("names with escapes are read", async (t) => {
  const text = advised([ADVISOR])
    .replace("advisor_message", "\\u0061dvisor_m\\u0065ssage")
    .replace("iterations", "iter\\u0061tions");
  assert.deepEqual((await scanLines(t, text)).days[TODAY]?.models["advisor"], ADVISED);
});

test("the calls of a request that is written several times count once", async (t) => {
  const streamed = [advised([ADVISOR], { output: 2 }), advised([ADVISOR, ADVISOR], { output: 9 })];
  const files = { "a.jsonl": [...streamed, streamed[0] ?? ""], "b.jsonl": streamed };
  const { days } = await scanOf(t, files);
  assert.deepEqual(days[TODAY]?.models, {
    "model-a": lineCounts(1, 9),
    advisor: { ...ADVISED, requests: 2, inputTokens: 200, outputTokens: 40 },
  });
});

test("the calls of a line that is not the request's best are dropped with it", async (t) => {
  const lines = [advised([ADVISOR], { output: 2 }), advised([], { output: 3 })];
  assert.deepEqual((await scanLines(t, ...lines)).days[TODAY]?.models, { "model-a": lineCounts(1, 3) });
  const { days } = await scanLines(t, ...lines.toReversed());
  assert.deepEqual(days[TODAY]?.models, { "model-a": lineCounts(1, 3) });
});

test("a call counts on the day of its line", async (t) => {
  const { days } = await scanLines(t, advised([ADVISOR], { at: "2026-11-20T04:59:59.999Z" }));
  assert.deepEqual(days["2026-11-19"]?.models["advisor"], ADVISED);
});

test("a line's calls to more than 256 models are summed as other", async (t) => {
  const calls = Array.from({ length: 300 }, (_, index) => ({ ...ADVISOR, model: `m${index}` }));
  const { days } = await scanLines(t, advised([...calls, calls[0], calls[299]], { model: "m0" }));
  const models = days[TODAY]?.models ?? {};
  assert.equal(models["other"]?.requests, 44 + 1);
  assert.equal(models["m299"], undefined);
});

test("a scanner that remembers adds and drops calls with their transcript", async (t) => {
  const root = await temporaryFolder(t);
  const scanner = createScanner({ roots: [root], clock: () => Date.now() + 3_600_000 });
  const both = { "a.jsonl": [advised([ADVISOR])], "b.jsonl": [advised([ADVISOR, ADVISOR], { output: 9 })] };
  writeFiles(root, both);
  const models = async () => (await scanner.scan({ now: NOW })).days[TODAY]?.models;
  assert.equal((await models())?.["advisor"]?.requests, 2);
  writeFiles(root, { "b.jsonl": [] });
  assert.deepEqual(await models(), { "model-a": lineCounts(), advisor: ADVISED });
  writeFiles(root, { "a.jsonl": [] });
  assert.equal(await models(), undefined);
});
