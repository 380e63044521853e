// A transcript that changes while it is read: what was read is counted correctly, and the next scan finds the rest
// (rule SCAN-11).
import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ScanFiles } from "../../src/usage/files.ts";
import { createScanner } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { watching } from "../support/usage/failing-scan-files.ts";
import { requestsOf } from "../support/usage/scans.ts";

/** More than one read, so that the change comes between two reads. */
const LINES = 3000;
const lines = (name: string, count = LINES) =>
  Array.from({ length: count }, (_, i) => line({ id: `${name}-${i}` }));

/** Runs a scan that calls `change` after the first read of the transcript, then a second scan. */
async function scanDuringChange(t: TestContext, change: (path: string) => void) {
  const root = await temporaryFolder(t);
  const path = join(root, "b.jsonl");
  writeFiles(root, { "a.jsonl": lines("a", 2), "b.jsonl": lines("b"), "c.jsonl": lines("c", 3) });
  let reads = 0;
  const files = watching((call, read) => {
    if (call === "readSync" && read === path && ++reads === 2) change(path);
  });
  // By this clock the files are old enough to be cached.
  const scanner = createScanner({ roots: [root], files, clock: () => Date.now() + 3_600_000 });
  const first = await scanner.scan({ now: NOW });
  assert.ok(reads >= 2);
  return { first, second: await scanner.scan({ now: NOW }) };
}

const OTHERS = 5;

test("a transcript that grows is read to its new end", async (t) => {
  const { first, second } = await scanDuringChange(t, (path) =>
    fs.appendFileSync(path, `${lines("new", 7).join("\n")}\n`),
  );
  for (const scan of [first, second]) {
    assert.deepEqual([requestsOf(scan), scan.readErrors, scan.skippedLines], [LINES + 7 + OTHERS, 0, 0]);
  }
});

test("a truncated transcript counts as far as it was read, no line twice or cut; the next scan finds it empty", async (t) => {
  const { first, second } = await scanDuringChange(t, (path) => fs.truncateSync(path, 0));
  const read = requestsOf(first) - OTHERS;
  assert.ok(read > 0 && read < LINES, `${read}`);
  assert.deepEqual([first.readErrors, first.skippedLines], [0, 0]);
  assert.equal(requestsOf(second), OTHERS);
});

test("a transcript rewritten in place counts each request once; the next scan finds the new contents", async (t) => {
  const { first, second } = await scanDuringChange(t, (path) =>
    fs.writeFileSync(path, `${lines("new").join("\n")}\n`),
  );
  assert.equal(first.readErrors, 0);
  assert.ok(first.skippedLines <= 1);
  assert.ok(requestsOf(first) <= 2 * LINES + OTHERS);
  assert.deepEqual([requestsOf(second), second.skippedLines], [LINES + OTHERS, 0]);
});

test("a transcript replaced by another file is read to its old end; the next scan reads the new file", async (t) => {
  const { first, second } = await scanDuringChange(t, (path) => {
    fs.writeFileSync(`${path}.new`, `${lines("new", 11).join("\n")}\n`);
    fs.renameSync(`${path}.new`, path);
  });
  assert.deepEqual([requestsOf(first), first.readErrors], [LINES + OTHERS, 0]);
  assert.deepEqual([requestsOf(second), second.readErrors], [11 + OTHERS, 0]);
});

test("a deleted transcript is read to its end; the next scan does not count it", async (t) => {
  const { first, second } = await scanDuringChange(t, (path) => fs.unlinkSync(path));
  assert.deepEqual([requestsOf(first), first.readErrors], [LINES + OTHERS, 0]);
  assert.deepEqual([requestsOf(second), second.readErrors], [OTHERS, 0]);
});

/** Replacements for a transcript between its stat and its open. */
const REPLACEMENTS: Readonly<Record<string, (path: string) => void>> = {
  "a folder": (path) => fs.mkdirSync(path),
  "a link to itself": (path) => fs.symlinkSync(path, path),
  "a link to nothing": (path) => fs.symlinkSync("nowhere", path),
  "a link to a device": (path) => fs.symlinkSync("/dev/null", path),
};
for (const [what, put] of Object.entries(REPLACEMENTS)) {
  test(`${what} in place of a transcript after its stat is one read error, and the rest is counted`, async (t) => {
    const root = await temporaryFolder(t);
    writeFiles(root, { "a.jsonl": lines("a", 2), "b.jsonl": lines("b", 4), "c.jsonl": lines("c", 3) });
    const files = watching((call, path) => {
      if (call !== "openSync" || !path.endsWith("b.jsonl")) return;
      fs.unlinkSync(path);
      put(path);
    });
    const scan = await createScanner({ roots: [root], files }).scan({ now: NOW });
    assert.deepEqual([requestsOf(scan), scan.readErrors, scan.nextState.freeze], [OTHERS, 1, false]);
  });
}

test("a transcript that grows with every read does not keep the scan from ending", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": lines("a", 10) });
  const more = Buffer.from(`${lines("new", 50).join("\n")}\n`);
  let reads = 0;
  /** More reads than any correct scan makes; after that the file ends, so that the test can fail. */
  const MAX_READS = 1000;
  const readSync = (descriptor: number, buffer: Buffer, offset: number, length: number, position: number) => {
    if (++reads === 1) return fs.readSync(descriptor, buffer, offset, length, position);
    return reads > MAX_READS ? 0 : more.copy(buffer, offset, 0, length);
  };
  const files = { ...fs, readSync } as unknown as ScanFiles;
  await createScanner({ roots: [root], files }).scan({ now: NOW });
  assert.ok(reads <= MAX_READS, `${reads} reads`);
});
