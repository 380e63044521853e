// A day has at most 256 models, and the rest as one (rule DAYS-11).
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { createScanner, scanUsage } from "../../src/usage/scan.ts";
import { NOW, TODAY, YESTERDAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, lineCounts, requestLine, writeFiles } from "../support/transcript.ts";
import { requestsOf, scanLines } from "../support/usage/scans.ts";

/** Lines of this many models. Each has one more token of output than the one before. */
function manyLines(count: number, at = `${TODAY}T15:00:00Z`): string[] {
  return Array.from({ length: count }, (_, index) => requestLine({ model: `m${index}`, output: index, at }));
}

test("256 models of a day are kept, and of more the rest is summed as other", async (t) => {
  const of256 = await scanLines(t, ...manyLines(256));
  assert.equal(Object.keys(of256.days[TODAY]?.models ?? {}).length, 256);
  assert.equal(of256.days[TODAY]?.models["other"], undefined);
  const { days } = await scanLines(t, ...manyLines(300));
  const models = days[TODAY]?.models ?? {};
  assert.equal(Object.keys(models).length, 257);
  assert.deepEqual(models["other"], lineCounts(44, (43 * 44) / 2));
  assert.equal(requestsOf({ days }), 300);
});

test("the models with the most tokens are kept, of equals those whose names sort first", async (t) => {
  const equal = Array.from({ length: 258 }, (_, index) => requestLine({ model: `e${1000 + index}` }));
  const models =
    (await scanLines(t, ...equal, requestLine({ model: "z", output: 9 }))).days[TODAY]?.models ?? {};
  const missing = ["e1255", "e1256", "e1257", "z"].filter((model) => !(model in models));
  assert.deepEqual(missing, ["e1255", "e1256", "e1257"]);
});

test("a model that is itself called other is part of the rest", async (t) => {
  const { days } = await scanLines(t, ...manyLines(300), requestLine({ model: "other", output: 10_000 }));
  assert.equal(days[TODAY]?.models["other"]?.requests, 45);
});

test("each day has its own models", async (t) => {
  const { days } = await scanLines(t, ...manyLines(256), ...manyLines(300, `${YESTERDAY}T15:00:00Z`));
  assert.equal(days[TODAY]?.models["other"], undefined);
  assert.equal(days[YESTERDAY]?.models["other"]?.requests, 44);
});

test("the models kept do not depend on what was read before", async (t) => {
  const root = await temporaryFolder(t);
  const range = { now: NOW };
  const scanner = createScanner({ roots: [root], clock: () => Date.now() + 3_600_000 });
  writeFiles(root, { "b.jsonl": manyLines(280) });
  await scanner.scan(range);
  writeFiles(root, { "a.jsonl": manyLines(300).slice(100).toReversed() });
  assert.deepEqual(await scanner.scan(range), await scanUsage({ roots: [join(root)], ...range }));
});

test("a line's own model counts under its name, however many there are in its transcript", async (t) => {
  const { days } = await scanLines(t, ...manyLines(400), line({ model: "real", output: 10_000 }));
  assert.deepEqual(days[TODAY]?.models["real"], lineCounts(1, 10_000));
});
