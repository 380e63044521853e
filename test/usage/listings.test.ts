// A folder that has not changed is not listed again, and no transcript is missed for that (rule SCAN-26).
import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import type { ScanFiles } from "../../src/usage/files.ts";
import { createScanner } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { requestsOf } from "../support/usage/scans.ts";

/** By this clock everything was written long ago. */
const clock = () => Date.now() + 3_600_000;

/** A scanner of one folder `p` that has one transcript, after two scans, and the folders that were listed since then. */
async function settled(t: TestContext, edges: Partial<ScanFiles> = {}) {
  const root = await temporaryFolder(t);
  writeFiles(root, { "p/a.jsonl": [line({ id: "a" })] });
  const listed: string[] = [];
  const readdirSync = ((path: string, options: { withFileTypes: true }) => {
    listed.push(path);
    return fs.readdirSync(path, options);
  }) as unknown as typeof fs.readdirSync;
  const files: ScanFiles = { ...fs, readdirSync, ...edges };
  const scanner = createScanner({ roots: [root], files, clock });
  const requests = async () => requestsOf(await scanner.scan({ now: NOW }));
  for (let scan = 1; scan <= 2; scan++) assert.equal(await requests(), 1);
  listed.length = 0;
  return { root, folder: join(root, "p"), listed, requests };
}

test("folders that have not changed are not listed again", async (t) => {
  const { listed, requests } = await settled(t);
  assert.equal(await requests(), 1);
  assert.deepEqual(listed, []);
});

test("only the folder with a new transcript is listed again", async (t) => {
  const { root, folder, listed, requests } = await settled(t);
  writeFiles(root, { "p/b.jsonl": [line({ id: "b" })] });
  assert.equal(await requests(), 2);
  assert.deepEqual(listed, [folder]);
});

test("what is appended to a transcript is found in a folder that is not listed", async (t) => {
  const { root, listed, requests } = await settled(t);
  fs.appendFileSync(join(root, "p/a.jsonl"), `${line({ id: "b" })}\n`);
  assert.equal(await requests(), 2);
  assert.deepEqual(listed, []);
});

test("a transcript that is deleted is gone, also if the folder gets its old time back", async (t) => {
  const { root, folder, requests } = await settled(t);
  const { atime, mtime } = fs.statSync(folder);
  fs.rmSync(join(root, "p/a.jsonl"));
  fs.utimesSync(folder, atime, mtime);
  assert.equal(await requests(), 0);
});

test("another folder in the place of one is listed", async (t) => {
  const { root, folder, requests } = await settled(t);
  const { atime, mtime } = fs.statSync(folder);
  fs.renameSync(folder, join(root, "../was-p"));
  t.after(() => fs.rmSync(join(root, "../was-p"), { recursive: true }));
  writeFiles(root, { "p/b.jsonl": [line({ id: "b" })], "p/c.jsonl": [line({ id: "c" })] });
  fs.utimesSync(folder, atime, mtime);
  assert.equal(await requests(), 2);
});

test("a folder that was just modified is listed again, whatever its times", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line({ id: "a" })] });
  const { mtimeMs } = fs.statSync(root);
  const scanner = createScanner({ roots: [root], clock: () => mtimeMs + 1999 });
  const requests = async () => requestsOf(await scanner.scan({ now: NOW }));
  for (let scan = 1; scan <= 2; scan++) assert.equal(await requests(), 1);
  writeFiles(root, { "b.jsonl": [line({ id: "b" })] });
  assert.equal(await requests(), 2);
});

test("on a file system that notes no change of a folder, a new transcript is found within four scans", async (t) => {
  const before = new Map<string, fs.Stats>();
  const statSync = ((path: string, ...options: []) => {
    const stat = fs.statSync(path, ...options);
    if (!stat.isDirectory()) return stat;
    const first = before.get(path) ?? stat;
    before.set(path, first);
    return first;
  }) as unknown as typeof fs.statSync;
  const { root, requests } = await settled(t, { statSync });
  writeFiles(root, { "p/b.jsonl": [line({ id: "b" })] });
  const found: number[] = [];
  for (let scan = 1; scan <= 4; scan++) found.push(await requests());
  assert.equal(found.at(-1), 2);
});
