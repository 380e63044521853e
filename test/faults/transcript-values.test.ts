// Lines with values that break careless readers: odd numbers, keys that every object inherits, deep nesting, zero
// bytes (rules SCAN-2, SCAN-6, SCAN-7).
import assert from "node:assert/strict";
import { test } from "node:test";
import { TODAY } from "../support/fixtures.ts";
import { line, lineCounts } from "../support/transcript.ts";
import { requestsOf, scanLines } from "../support/usage/scans.ts";

/** A line with this literal text as its number of output tokens. */
const withOutput = (text: string) => line({ output: 4711 }).replace("4711", text);

for (const [text, tokens] of [
  ["1e999", 0],
  ["-1e999", 0],
  ["9223372036854775808", 0],
  ["9007199254740992", 0],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ["-1", 0],
  ["-0", 0],
  ["0.5", 0],
  ["1e-400", 0],
  ["1e2", 100],
  ["100.0", 100],
  ['"100"', 0],
  ["true", 0],
  ["null", 0],
  ["[100]", 0],
  ['{"valueOf": 100}', 0],
] as const) {
  test(`${text} output tokens count as ${tokens}, and the request counts`, async (t) => {
    const { days, skippedLines } = await scanLines(t, withOutput(text));
    assert.deepEqual(days, { [TODAY]: { models: { "model-a": lineCounts(1, tokens) } } });
    assert.equal(skippedLines, 0);
  });
}

test("sums stop at the largest safe integer", async (t) => {
  const most = String(Number.MAX_SAFE_INTEGER);
  const lines = [1, 2, 3].map((id) => withOutput(most).replace("msg_1", `msg_${id}`));
  const { days } = await scanLines(t, ...lines);
  assert.equal(days[TODAY]?.models["model-a"]?.outputTokens, Number.MAX_SAFE_INTEGER);
});

const INHERITED = ["constructor", "toString", "hasOwnProperty", "valueOf", "prototype", "__defineGetter__"];

test("a model named like an inherited property is a normal model, and __proto__ is unknown", async (t) => {
  const names = [...INHERITED, "__proto__", "length", "2026-11-20", "0"];
  const lines = names.map((model, id) => line({ model, id: `m${id}` }));
  const { days } = await scanLines(t, ...lines);
  const models = days[TODAY]?.models ?? {};
  const expected = names.map((name) => (name === "__proto__" ? "unknown" : name)).sort();
  assert.deepEqual(Object.keys(models).sort(), expected);
  for (const name of expected)
    assert.deepEqual(Object.entries(models).find(([key]) => key === name)?.[1], lineCounts());
  assert.equal(Object.getPrototypeOf(models), Object.prototype);
});

test("ids and versions named like inherited properties are read like any other", async (t) => {
  const names = [...INHERITED, "__proto__"];
  const lines = names.flatMap((name) => [
    line({ id: name, requestId: name, version: name }),
    line({ id: name, requestId: name, version: name }),
  ]);
  const result = await scanLines(t, ...lines);
  assert.equal(requestsOf(result), names.length);
  assert.equal(result.agentVersion, null);
});

test("__proto__ in a line is ignored: neither its fields nor its counts come from there", async (t) => {
  const valid = line({ id: "m2" });
  const usage =
    '"usage":{"__proto__":{"input_tokens":7,"output_tokens":7},"constructor":{"prototype":{"input_tokens":7}}}';
  const { days } = await scanLines(
    t,
    `{"__proto__":${valid}}`,
    `{"type":"assistant","__proto__":{"message":{"usage":{}},"timestamp":"2026-11-20T15:00:00Z"}}`,
    valid.replace(/"usage":\{[^}]*\}/, usage),
  );
  const none = { inputTokens: 0, outputTokens: 0, cacheCreationTokens: 0, cacheReadTokens: 0 };
  assert.deepEqual(days, { [TODAY]: { models: { "model-a": { requests: 1, ...none } } } });
  assert.equal(({} as Record<string, unknown>)["input_tokens"], undefined);
});

test("a timestamp that is only a day, or not a date, is invalid", async (t) => {
  const dates = [
    TODAY,
    "__proto__",
    "+275760-09-13T00:00:00Z",
    "2026-02-31T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "0000-01-01T00:00:00Z",
  ];
  const result = await scanLines(t, ...dates.map((at, id) => line({ at, id: `m${id}` })), line());
  assert.deepEqual([requestsOf(result), result.readErrors, result.skippedLines], [1, 0, 0]);
});

const DEEP = 100_000;
for (const [what, deep, counted, skipped] of [
  ["that is closed", "[".repeat(DEEP) + "]".repeat(DEEP), 2, 0],
  ["that is never closed", "[".repeat(DEEP), 1, 1],
  ["of objects", `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`, 2, 0],
] as const) {
  test(`a value nested ${DEEP} levels deep ${what} breaks nothing`, async (t) => {
    const nested = line({ id: "deep", more: { deep: 4711 } }).replace("4711", deep);
    const result = await scanLines(t, nested, line());
    assert.deepEqual([requestsOf(result), result.skippedLines, result.readErrors], [counted, skipped, 0]);
  });
}

test("a line with zero bytes is skipped, and the lines around it count", async (t) => {
  const [head = "", tail = ""] = line({ id: "m2", model: "a|b" }).split("|");
  const result = await scanLines(
    t,
    line({ id: "m1" }),
    `${head}\0${tail}`,
    `\0${line({ id: "m4" })}`,
    line({ id: "m3" }),
  );
  assert.deepEqual([requestsOf(result), result.skippedLines, result.readErrors], [2, 2, 0]);
});

test("an escaped zero byte in a name is replaced", async (t) => {
  const { days } = await scanLines(t, line({ model: "a\0b" }));
  assert.deepEqual(Object.keys(days[TODAY]?.models ?? {}), ["a\uFFFDb"]);
});
