// Incomplete last lines, byte-order marks, line endings, and bytes that are not UTF-8 (rules SCAN-9, SCAN-10).
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { createScanner } from "../../src/usage/scan.ts";
import { NOW, TODAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, lineCounts, writeFiles } from "../support/transcript.ts";
import { outputOf, requestsOf, scanLines, scanOf } from "../support/usage/scans.ts";

const one = line({ id: "one" });
const two = line({ id: "two" });
const three = line({ id: "three" });

test("a last line without its newline counts if it is complete", async (t) => {
  assert.equal(requestsOf(await scanOf(t, { "a.jsonl": one })), 1);
});

test("a last line without its newline also counts after other lines", async (t) => {
  assert.equal(requestsOf(await scanOf(t, { "a.jsonl": `${one}\n${two}\n${three}` })), 3);
});

test("a last line without its newline also counts after a long line that is not usage", async (t) => {
  const user = JSON.stringify({ type: "user", text: "assistant usage ".repeat(500_000) });
  assert.equal(requestsOf(await scanOf(t, { "a.jsonl": `${user}\n${one}` })), 1);
});

test("a last line that is cut off anywhere does not count and is not an error", async (t) => {
  const files: Record<string, string> = {};
  for (let cut = 0; cut < two.length; cut++) files[`${cut}.jsonl`] = two.slice(0, cut);
  const result = await scanOf(t, files);
  assert.deepEqual(result.days, {});
  assert.equal(result.skippedLines, 0);
  assert.equal(result.readErrors, 0);
});

test("a line cut off by a crash, and continued by the next append, is skipped; the lines around it count", async (t) => {
  const result = await scanLines(t, one, two.slice(0, -20) + two, three);
  assert.equal(requestsOf(result), 2);
  assert.equal(result.skippedLines, 1);
});

test("an incomplete last line counts in the next scan, once it is complete", async (t) => {
  const root = await temporaryFolder(t);
  const scanner = createScanner({ roots: [root], clock: () => Date.now() + 3_600_000 });
  writeFiles(root, { "a.jsonl": `${one}\n${two.slice(0, 60)}` });
  assert.equal(requestsOf(await scanner.scan({ now: NOW })), 1);
  appendFileSync(join(root, "a.jsonl"), `${two.slice(60)}\n`);
  const result = await scanner.scan({ now: NOW });
  assert.equal(requestsOf(result), 2);
  assert.equal(result.skippedLines, 0);
});

test("a complete last line is not counted again once its newline is written", async (t) => {
  const root = await temporaryFolder(t);
  const scanner = createScanner({ roots: [root] });
  writeFiles(root, { "a.jsonl": line({ id: undefined }) });
  assert.equal(requestsOf(await scanner.scan({ now: NOW })), 1);
  writeFiles(root, { "a.jsonl": `${line({ id: undefined })}\n` });
  assert.equal(requestsOf(await scanner.scan({ now: NOW })), 1);
});

test("an empty file, and a file of only newlines, have no usage", async (t) => {
  const result = await scanOf(t, {
    "a.jsonl": "",
    "b.jsonl": "\n",
    "c.jsonl": "\r\n\n\n \n",
    "d.jsonl": "\0",
  });
  assert.deepEqual(result, {
    days: {},
    agentVersion: null,
    readErrors: 0,
    skippedLines: 0,
    nextState: { freeze: true },
    files: 4,
  });
});

test("blank lines are ignored", async (t) => {
  assert.equal(requestsOf(await scanOf(t, { "a.jsonl": `\n\n${one}\n\n \n${two}\n\n` })), 2);
});

test("lines may end with CRLF", async (t) => {
  assert.equal(requestsOf(await scanOf(t, { "a.jsonl": `${one}\r\n${two}\r\n${three}\r\n` })), 3);
});

test("a byte-order mark at the start of a file is ignored", async (t) => {
  const result = await scanOf(t, { "a.jsonl": `\uFEFF${one}\n${two}\n`, "b.jsonl": `\uFEFF${three}` });
  assert.equal(requestsOf(result), 3);
  assert.equal(result.skippedLines, 0);
});

test("a file that is only a byte-order mark, or part of one, has no usage", async (t) => {
  const mark = Buffer.from("\uFEFF");
  const result = await scanOf(t, {
    "1.jsonl": mark.subarray(0, 1),
    "2.jsonl": mark.subarray(0, 2),
    "3.jsonl": mark,
  });
  assert.equal(result.skippedLines + result.readErrors, 0);
});

test("a byte-order mark before a later line makes that line invalid", async (t) => {
  const result = await scanLines(t, one, `\uFEFF${two}`);
  assert.equal(requestsOf(result), 1);
  assert.equal(result.skippedLines, 1);
});

test("bytes that are not UTF-8 read as U+FFFD", async (t) => {
  const [before = "", after = ""] = line({ model: "a|b" }).split("|");
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(`${after}\n`)]);
  const result = await scanOf(t, { "a.jsonl": bytes });
  assert.deepEqual(result.days, { [TODAY]: { models: { "a\uFFFDb": lineCounts() } } });
});

test("a character that crosses the end of a read is read correctly", async (t) => {
  // The size of a read is a power of two. Shifted byte by byte, its end is inside a character at least once.
  const model = "日本";
  const pad = Array.from({ length: 7 }, (_, length) =>
    JSON.stringify({ text: "日".repeat(350_000) + "x".repeat(length) }),
  );
  const lines = pad.flatMap((text, id) => [text, line({ id: `m${id}`, model })]);
  const { days } = await scanLines(t, ...lines);
  assert.deepEqual(days, { [TODAY]: { models: { [model]: lineCounts(7) } } });
});

test("lines at every offset around the end of a read are found once", async (t) => {
  const MEBIBYTE = 1024 * 1024;
  const files: Record<string, string> = {};
  for (let shift = -2; shift <= one.length + 2; shift += 5) {
    const pad = `{"text":"${"x".repeat(MEBIBYTE - shift - 12)}"}\n`;
    files[`${shift + 2}.jsonl`] =
      `${pad}${line({ id: `m${shift}`, output: 1 })}\n${line({ id: `n${shift}`, output: 1 })}`;
  }
  const result = await scanOf(t, files);
  assert.equal(outputOf(result), 2 * Object.keys(files).length);
});
