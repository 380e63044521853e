// A request that is written several times counts once (rules SCAN-3 to SCAN-5).
import assert from "node:assert/strict";
import test from "node:test";
import { TODAY } from "../support/fixtures.ts";
import { line, lineCounts } from "../support/transcript.ts";
import { requestsOf, scanLines, scanOf } from "../support/usage/scans.ts";

test("a request whose output grows while it streams counts once, with the last output", async (t) => {
  const { days } = await scanLines(t, line({ output: 1 }), line({ output: 40 }), line({ output: 159 }));
  assert.deepEqual(days, { [TODAY]: { models: { "model-a": lineCounts(1, 159) } } });
});

test("a request of a session that was resumed in another file counts once", async (t) => {
  const { days } = await scanOf(t, {
    "p/a.jsonl": [line({ output: 7 })],
    "q/b.jsonl": [line({ output: 7 })],
  });
  assert.deepEqual(days, { [TODAY]: { models: { "model-a": lineCounts(1, 7) } } });
});

test("one message id under two request ids is two requests", async (t) => {
  assert.equal(requestsOf(await scanLines(t, line({ requestId: "r1" }), line({ requestId: "r2" }))), 2);
});

test("one request id under two message ids is two requests", async (t) => {
  assert.equal(requestsOf(await scanLines(t, line({ id: "m1" }), line({ id: "m2" }))), 2);
});

test("ids that read the same when joined are still two requests", async (t) => {
  const pairs = [
    ["ab", "c"],
    ["a", "bc"],
    ["1:a", "b"],
    ["a:1", "b"],
    ["a", ":b"],
    ["a:", "b"],
  ];
  const lines = pairs.map(([id, requestId]) => line({ id, requestId }));
  assert.equal(requestsOf(await scanLines(t, ...lines)), pairs.length);
});

test("without a request id, the message id alone is the key", async (t) => {
  const [a, b] = [
    { id: "m1", requestId: undefined },
    { id: "m2", requestId: undefined },
  ];
  assert.equal(requestsOf(await scanLines(t, line(a), line(a), line(b), line(b))), 2);
});

test("a message id with and without a request id is two requests", async (t) => {
  assert.equal(requestsOf(await scanLines(t, line(), line({ requestId: undefined }))), 2);
});

test("an empty or null request id is no id", async (t) => {
  const ids = [undefined, "", null].map((requestId) => line({ requestId }));
  assert.equal(requestsOf(await scanLines(t, ...ids)), 1);
});

test("each line without a message id is a request of its own", async (t) => {
  const ids = [undefined, undefined, "", "", null].map((id) => line({ id }));
  assert.equal(requestsOf(await scanLines(t, ...ids)), 5);
});

test("ids differ by case and by spaces", async (t) => {
  assert.equal(requestsOf(await scanLines(t, line({ id: "m" }), line({ id: "M" }), line({ id: "m " }))), 3);
});

test("the line with the most output gives the request its day, model and all its counts", async (t) => {
  const best = {
    at: "2026-11-19T15:00:00.000Z",
    model: "model-b",
    usage: {
      input_tokens: 10,
      output_tokens: 9,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 30,
    },
  };
  const { days } = await scanLines(t, line({ output: 8 }), line(best), line({ output: 8 }));
  const models = {
    "model-b": {
      requests: 1,
      inputTokens: 10,
      outputTokens: 9,
      cacheCreationTokens: 0,
      cacheReadTokens: 30,
    },
  };
  assert.deepEqual(days, { "2026-11-19": { models } });
});

test("among lines with equal output, the first of the file wins", async (t) => {
  const { days } = await scanLines(t, line({ model: "first" }), line({ model: "second" }));
  assert.deepEqual(Object.keys(days[TODAY]?.models ?? {}), ["first"]);
});

test("among lines with equal output, the file whose path sorts first wins, even if it was written later", async (t) => {
  const { days } = await scanOf(t, {
    "z.jsonl": [line({ model: "z", at: "2026-11-20T10:00:00Z" })],
    "a.jsonl": [line({ model: "a", at: "2026-11-20T11:00:00Z" })],
  });
  assert.deepEqual(Object.keys(days[TODAY]?.models ?? {}), ["a"]);
});

test("a later file's line wins only with more output", async (t) => {
  const { days } = await scanOf(t, {
    "a.jsonl": [line({ model: "a", output: 5 })],
    "b.jsonl": [line({ model: "b", output: 6 })],
    "c.jsonl": [line({ model: "c", output: 6 })],
  });
  assert.deepEqual(days, { [TODAY]: { models: { b: lineCounts(1, 6) } } });
});

test("a request that spans midnight is counted on the day of its best line only", async (t) => {
  const { days } = await scanLines(
    t,
    line({ at: "2026-11-20T04:59:59.999Z", output: 9 }),
    line({ at: "2026-11-20T05:00:00.000Z", output: 8 }),
  );
  assert.deepEqual(days, { "2026-11-19": { models: { "model-a": lineCounts(1, 9) } } });
});

test("a request whose best line is before the oldest day is not counted on a later day", async (t) => {
  const lines = [
    line({ at: "2026-11-19T04:59:59.999Z", output: 9 }),
    line({ at: "2026-11-19T05:00:00.000Z", output: 8 }),
  ];
  assert.deepEqual((await scanOf(t, { "a.jsonl": lines }, { since: "2026-11-19" })).days, {});
});
