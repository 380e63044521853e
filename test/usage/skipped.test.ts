// Lines that are not JSON, and lines over 64 MiB, are skipped and counted (rule SCAN-8).
import assert from "node:assert/strict";
import { closeSync, ftruncateSync, openSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { scanUsage } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { requestsOf, scanLines } from "../support/usage/scans.ts";

const LIMIT = 64 * 1024 * 1024;

const CASES: readonly (readonly [string, string, number])[] = [
  ["a line that is not JSON but has both words", '"assistant" usage {', 1],
  ["a line that is not JSON, in which `assistant` is only part of a text", 'usage "an assistant" {', 0],
  ["a line cut in its middle", line().slice(0, -1), 1],
  ["a line with a comma at its end", `${line()},`, 1],
  ["two lines in one", line() + line(), 1],
  ["a line with NaN for a count", line().replace(":2,", ":NaN,"), 1],
  ["a line in single quotes", line().replaceAll('"', "'"), 0],
  ["a line with a bare control character in a text", line().replace("model-a", "model\u0001a"), 1],
  ["a line that is not JSON and has neither word", "{ not json", 0],
  ["a line that is not JSON and has only `assistant`", '{"assistant"', 0],
  ["a line that is not JSON and has only `usage`", "{usage", 0],
  ["a line of zero bytes", "\0".repeat(500), 0],
  ["a user's line with both words", '{"type":"user","text":"assistant usage"}', 0],
  ["a line that could count but has no date", line({ at: "never" }), 0],
];

for (const [name, text, skipped] of CASES) {
  test(`${name} is ${skipped === 1 ? "counted as skipped" : "ignored"}, and is not a read error`, async (t) => {
    const result = await scanLines(t, text, line({ id: "after" }));
    assert.equal(result.skippedLines, skipped);
    assert.equal(requestsOf(result), 1);
    assert.equal(result.readErrors, 0);
    assert.equal(result.nextState.freeze, true);
  });
}

test("every skipped line of every file is counted", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, {
    "a.jsonl": ['"assistant" usage', 'usage "assistant"'],
    "b/c.jsonl": [line(), '"assistant" usage'],
  });
  assert.equal((await scanUsage({ roots: [root], now: NOW })).skippedLines, 3);
});

/** Scans a transcript with one long line, mostly a hole in the file, between two lines that count. */
async function scanLong(t: TestContext, head: string, bytes: number, tail: string) {
  const root = await temporaryFolder(t);
  const path = join(root, "long.jsonl");
  const before = `${line({ id: "before" })}\n`;
  const file = openSync(path, "w");
  writeSync(file, before + head);
  ftruncateSync(file, before.length + bytes - tail.length);
  writeSync(file, tail, before.length + bytes - tail.length);
  writeSync(file, `\n${line({ id: "after" })}\n`, before.length + bytes);
  closeSync(file);
  utimesSync(path, NOW / 1000, NOW / 1000);
  return scanUsage({ roots: [root], now: NOW });
}

test("a line of one byte over 64 MiB is skipped, and the lines around it count", async (t) => {
  const result = await scanLong(t, "{", LIMIT + 1, "}");
  assert.equal(result.skippedLines, 1);
  assert.equal(requestsOf(result), 2);
  assert.equal(result.readErrors, 0);
});

test("a line of exactly 64 MiB is read", async (t) => {
  // The hole reads as zeros, so the line is not JSON. Without the two words it is not counted as skipped.
  const result = await scanLong(t, "{", LIMIT, "}");
  assert.equal(result.skippedLines, 0);
  assert.equal(requestsOf(result), 2);
});

test("a line over 64 MiB does not count, even if it is valid JSON", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line() + " ".repeat(LIMIT), line({ id: "after" })] });
  const result = await scanUsage({ roots: [root], now: NOW });
  assert.equal(result.skippedLines, 1);
  assert.equal(requestsOf(result), 1);
});

test("a line of exactly 64 MiB counts", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line() + " ".repeat(LIMIT - line().length)] });
  assert.equal(requestsOf(await scanUsage({ roots: [root], now: NOW })), 1);
});

test("a last line over 64 MiB without its newline does not count", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": line() + " ".repeat(LIMIT) });
  const result = await scanUsage({ roots: [root], now: NOW });
  assert.equal(requestsOf(result), 0);
  assert.equal(result.readErrors, 0);
});
