// Read errors, and a missing root (rules SCAN-14, SCAN-15, DAYS-6).
import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import test from "node:test";
import type { ScanFiles } from "../../src/usage/files.ts";
import { scanUsage } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { failing, systemError, watching } from "../support/usage/failing-scan-files.ts";
import { requestsOf, scanOf } from "../support/usage/scans.ts";

const FILES = {
  "bad/x.jsonl": [line({ id: "m1" }), line({ id: "m2" })],
  "good.jsonl": [line({ id: "m3" })],
  "notes.txt": "assistant usage\n",
};

const FAULTS: readonly (readonly [string, ScanFiles])[] = [
  ["a folder that cannot be listed", failing("readdirSync", "/bad", "EACCES")],
  ["a folder gone since its parent was listed", failing("readdirSync", "/bad", "ENOENT")],
  ["a transcript whose stat fails", failing("statSync", "x.jsonl", "EACCES")],
  ["a transcript gone since its folder was listed", failing("statSync", "x.jsonl", "ENOENT")],
  ["a transcript that cannot be opened", failing("openSync", "x.jsonl", "EACCES")],
  ["a transcript gone since its stat", failing("openSync", "x.jsonl", "ENOENT")],
  [
    "a transcript that cannot be opened because no descriptor is free",
    failing("openSync", "x.jsonl", "EMFILE"),
  ],
  ["a transcript whose fstat fails", failing("fstatSync", "x.jsonl")],
  ["a transcript that cannot be read", failing("readSync", "x.jsonl")],
];

for (const [name, files] of FAULTS) {
  test(`${name} is one read error: no day is frozen, the rest is counted`, async (t) => {
    const result = await scanOf(t, FILES, { files });
    assert.equal(result.readErrors, 1);
    assert.deepEqual(result.nextState, { freeze: false });
    assert.equal(requestsOf(result), 1);
  });
}

test("every read error is counted", async (t) => {
  const files = watching((call, path) => {
    if (call === "openSync" && path.endsWith("a.jsonl")) throw systemError("EACCES", "open");
    if (call === "readSync" && path.endsWith("b.jsonl")) throw systemError("EIO", "read");
    if (call === "readdirSync" && path.endsWith("/c")) throw systemError("EACCES", "scandir");
  });
  const names = ["a.jsonl", "b.jsonl", "c/d.jsonl", "e/a.jsonl"];
  const result = await scanOf(t, Object.fromEntries(names.map((name) => [name, [line()]])), { files });
  assert.equal(result.readErrors, 4);
});

test("without read errors, days may be frozen", async (t) => {
  const result = await scanOf(t, FILES);
  assert.equal(result.readErrors, 0);
  assert.deepEqual(result.nextState, { freeze: true });
});

test("a file that is not a transcript is neither inspected nor opened", async (t) => {
  const used: string[] = [];
  await scanOf(t, FILES, { files: watching((_, path) => used.push(path)) });
  assert.deepEqual(
    used.filter((path) => path.endsWith("notes.txt")),
    [],
  );
});

test("every file that is opened is closed, even if reading it fails", async (t) => {
  let open = 0;
  const files = watching((call, path) => {
    if (call === "openSync") open++;
    if (call === "closeSync") open--;
    if (call === "readSync" && path.endsWith("x.jsonl")) throw systemError("EIO", "read");
    if (call === "fstatSync" && path.endsWith("good.jsonl")) throw systemError("EIO", "fstat");
  });
  assert.equal((await scanOf(t, FILES, { files })).readErrors, 2);
  assert.equal(open, 0);
});

test("no line is lost if a read returns only a few bytes", async (t) => {
  const content = `1\n${line({ id: "m1" })}\n\n${line({ id: "m2" })}\r\n${line({ id: "m3" })}`;
  for (let max = 1; max <= 5; max++) {
    const readSync = (descriptor: number, buffer: Buffer, offset: number, length: number, position: number) =>
      fs.readSync(descriptor, buffer, offset, Math.min(max, length), position);
    const files = { ...fs, readSync } as unknown as ScanFiles;
    assert.equal(requestsOf(await scanOf(t, { "a.jsonl": content }, { files })), 3, `${max} bytes per read`);
    const marked = await scanOf(t, { "a.jsonl": `\uFEFF${content}` }, { files });
    assert.equal(requestsOf(marked), 3, `${max} bytes per read, after a byte-order mark`);
  }
});

test("a missing root is an empty scan, not an error", async (t) => {
  const folder = await temporaryFolder(t);
  writeFiles(folder, { "there/a.jsonl": [line()] });
  const roots = ["there", "missing", "there/a.jsonl/below"].map((name) => join(folder, name));
  const result = await scanUsage({ roots, now: NOW });
  assert.equal(result.readErrors, 0);
  assert.equal(requestsOf(result), 1);
});

test("a scan of no roots is empty", async () => {
  const empty = {
    days: {},
    agentVersion: null,
    readErrors: 0,
    skippedLines: 0,
    nextState: { freeze: true },
    files: 0,
  };
  assert.deepEqual(await scanUsage({ roots: [], now: NOW }), empty);
});

test("a root that exists but cannot be read is a read error", async (t) => {
  const root = await temporaryFolder(t);
  const files = failing("readdirSync", root, "EACCES");
  const { readErrors } = await scanUsage({ roots: [root], now: NOW, files });
  assert.equal(readErrors, 1);
});
