// Files are read in the order of their full paths, by code unit (rule SCAN-5).
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { scanUsage } from "../../src/usage/scan.ts";
import { NOW, TODAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { scanOf } from "../support/usage/scans.ts";

/** Files with the same request and equal output. The model is the name of the file whose line won. */
function named(...names: string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [name, [line({ model: name })]]));
}

function winner({ days }: Awaited<ReturnType<typeof scanOf>>): string | undefined {
  const models = Object.keys(days[TODAY]?.models ?? {});
  assert.equal(models.length, 1);
  return models[0];
}

const CASES: readonly (readonly [string, string])[] = [
  // "-" and "." sort before "/", and "0" after it.
  ["a-b/x.jsonl", "a/x.jsonl"],
  ["a.jsonl", "a/x.jsonl"],
  ["a.b/x.jsonl", "a/x.jsonl"],
  ["a/x.jsonl", "a0.jsonl"],
  ["a/x.jsonl", "a0/x.jsonl"],
  // A session's file and its subagents.
  ["s.jsonl", "s/subagents/agent-1.jsonl"],
  // By code unit, not by locale or number.
  ["B.jsonl", "a.jsonl"],
  ["a10.jsonl", "a9.jsonl"],
  ["e.jsonl", "é.jsonl"],
  ["é.jsonl", "日.jsonl"],
  // A surrogate pair sorts before U+FF5E by code unit, but after it by code point and in UTF-8.
  ["\u{1F680}.jsonl", "\uFF5E.jsonl"],
  ["a\u{1F680}/x.jsonl", "a\uFF5E/x.jsonl"],
  ["a/z/deep.jsonl", "b.jsonl"],
  [" .jsonl", "!.jsonl"],
];

for (const [first, second] of CASES) {
  test(`among equals, a line of ${first} wins over one of ${second}`, async (t) => {
    assert.equal(winner(await scanOf(t, named(second, first))), first);
    const folder = await temporaryFolder(t);
    writeFiles(folder, named(first, second));
    assert.equal(winner(await scanUsage({ roots: [folder], now: NOW })), first);
  });
}

test("the order of the roots does not matter, only the full path", async (t) => {
  const folder = await temporaryFolder(t);
  writeFiles(folder, named("one/x.jsonl", "two/x.jsonl"));
  const roots = ["two", "one"].map((name) => join(folder, name));
  assert.equal(winner(await scanUsage({ roots, now: NOW })), "one/x.jsonl");
});

test("which line wins does not depend on what else a scan reads", async (t) => {
  const files = named("a.jsonl", "b.jsonl", "c.jsonl");
  const root = await temporaryFolder(t);
  writeFiles(root, files);
  writeFiles(root, { "a.jsonl": files["a.jsonl"] ?? [] }, NOW - 90 * 86_400_000);
  assert.equal(winner(await scanUsage({ roots: [root], now: NOW })), "b.jsonl");
});
