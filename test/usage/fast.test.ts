// Requests in fast mode are a model of their own (rule SCAN-23).
import assert from "node:assert/strict";
import test from "node:test";
import { TODAY } from "../support/fixtures.ts";
import { line } from "../support/transcript.ts";
import { scanLines } from "../support/usage/scans.ts";

async function modelsOf(...parameters: Parameters<typeof scanLines>): Promise<string[]> {
  const { days } = await scanLines(...parameters);
  return Object.keys(days[TODAY]?.models ?? {}).sort();
}

const fast = { speed: "fast", output_tokens: 2 };

test("a request in fast mode counts under its model's name with -fast at the end", async (t) => {
  const lines = [line({ id: "m1" }), line({ id: "m2", usage: fast }), line({ id: "m3", usage: fast })];
  assert.deepEqual(await modelsOf(t, ...lines), ["model-a", "model-a-fast"]);
});

test("a request without a model in fast mode is one of an unknown model", async (t) => {
  assert.deepEqual(await modelsOf(t, line({ model: undefined, usage: fast })), ["unknown-fast"]);
});

test("a long name is cut so that -fast is at its end", async (t) => {
  assert.deepEqual(await modelsOf(t, line({ model: "m".repeat(200), usage: fast })), [
    `${"m".repeat(123)}-fast`,
  ]);
});

test("a name with an escape in fast mode is read", async (t) => {
  const text = line({ usage: fast }).replace("model-a", "mod\\u0065l-a").replace('"fast"', '"f\\u0061st"');
  assert.deepEqual(await modelsOf(t, text), ["model-a-fast"]);
});

for (const speed of ["standard", "Fast", "", null, true, ["fast"]]) {
  test(`the speed ${JSON.stringify(speed)} is not fast mode`, async (t) => {
    assert.deepEqual(await modelsOf(t, line({ usage: { speed } })), ["model-a"]);
  });
}
