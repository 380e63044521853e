// The result of a scan does not depend on how many threads read the files, or on which of them reads what (rule SCAN-27).
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { UNUSUAL } from "../../bench/corpus/options.ts";
import { writeCorpus } from "../../bench/corpus/write.ts";
import { createScanner, scanDetail, scanUsage } from "../../src/usage/scan.ts";
import type { ScanProgress } from "../../src/usage/types.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { DIST } from "../support/program.ts";
import { line, writeFiles } from "../support/transcript.ts";

const program = pathToFileURL(join(DIST, "scan-worker.js"));
const ALONE = { count: 1 };
const shared = (count: number) => ({ count, minBytes: 0, program });
/** The same, and the thread that scans leaves every file to the others. */
const elsewhere = (count: number) => ({ ...shared(count), readsHere: false });

/** A folder with transcripts of every kind. */
async function unusualRoot(t: TestContext): Promise<string> {
  const root = await temporaryFolder(t);
  for (let seed = 1; seed <= 4; seed++) {
    writeCorpus(join(root, String(seed)), { ...UNUSUAL, seed, files: 8, bytes: 120_000, now: NOW });
  }
  return root;
}

test("1, 2 and 4 threads find the same in transcripts of unusual lines", async (t) => {
  const root = await unusualRoot(t);
  const alone = await scanUsage({ roots: [root], now: NOW, threads: ALONE });
  assert.ok(Object.keys(alone.days).length > 0);
  for (const threads of [shared(2), elsewhere(2), shared(4), elsewhere(4)]) {
    const found = await scanUsage({ roots: [root], now: NOW, threads });
    assert.equal(JSON.stringify(found), JSON.stringify(alone));
  }
});

test("4 threads find the same projects, sessions and hours as one", async (t) => {
  const root = await unusualRoot(t);
  const alone = await scanDetail({ roots: [root], now: NOW, threads: ALONE });
  assert.deepEqual(await scanDetail({ roots: [root], now: NOW, threads: elsewhere(4) }), alone);
});

test("threads read all of more files than one message names, and then have nothing more to read", async (t) => {
  const root = await temporaryFolder(t);
  const names = Array.from({ length: 600 }, (_, index) => `${index}.jsonl`);
  writeFiles(root, Object.fromEntries(names.map((name) => [name, [line({ id: name })]])));
  const scanner = createScanner({ roots: [root], threads: elsewhere(3) });
  const alone = await scanUsage({ roots: [root], now: NOW, threads: ALONE });
  assert.deepEqual(await scanner.scan({ now: NOW }), alone);
  assert.deepEqual(await scanner.scan({ now: NOW }), alone);
});

test("a request that many files have counts once, whichever thread reads them", async (t) => {
  const root = await temporaryFolder(t);
  const files = Array.from({ length: 30 }, (_, index) => [
    `${index}.jsonl`,
    [line({ id: "same", model: `m${index}`, output: 1 + (index % 3) }), line({ id: `own-${index}` })],
  ]);
  writeFiles(root, Object.fromEntries(files));
  const alone = await scanUsage({ roots: [root], now: NOW, threads: ALONE });
  assert.deepEqual(await scanUsage({ roots: [root], now: NOW, threads: elsewhere(4) }), alone);
});

test("a thread opens files whose names are not UTF-8", { skip: process.platform !== "linux" }, async (t) => {
  const root = await temporaryFolder(t);
  writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff]), Buffer.from(".jsonl")]), line());
  const { readErrors, files } = await scanUsage({ roots: [root], now: NOW, threads: elsewhere(2) });
  assert.deepEqual([readErrors, files], [0, 1]);
});

test("without the program of the threads, one thread reads everything", async (t) => {
  const root = await unusualRoot(t);
  const missing = pathToFileURL(join(root, "missing.js"));
  const alone = await scanUsage({ roots: [root], now: NOW, threads: ALONE });
  const threads = { count: 4, minBytes: 0, program: missing };
  assert.deepEqual(await scanUsage({ roots: [root], now: NOW, threads }), alone);
});

test("fewer bytes than pay for threads are read by one", async (t) => {
  const root = await unusualRoot(t);
  const broken = pathToFileURL(join(root, "1"));
  const alone = await scanUsage({ roots: [root], now: NOW, threads: ALONE });
  const threads = { count: 4, program: broken };
  assert.deepEqual(await scanUsage({ roots: [root], now: NOW, threads }), alone);
});

test("progress counts every file once, and ends with all of them", async (t) => {
  const root = await unusualRoot(t);
  const seen: ScanProgress[] = [];
  const onProgress = (progress: ScanProgress) => void seen.push(progress);
  await scanUsage({ roots: [root], now: NOW, threads: shared(2), onProgress });
  const { ofFiles, ofBytes } = seen[0] ?? { ofFiles: 0, ofBytes: 0 };
  assert.deepEqual(
    seen.map(({ files }) => files),
    Array.from({ length: ofFiles }, (_, index) => index + 1),
  );
  assert.deepEqual(seen.at(-1), { files: ofFiles, ofFiles, bytes: ofBytes, ofBytes });
});

test("after an abort at any file, the next scan finds everything", async (t) => {
  const root = await unusualRoot(t);
  const alone = await scanUsage({ roots: [root], now: NOW, threads: ALONE });
  let abortAt = 0;
  let controller = new AbortController();
  const onProgress = ({ files }: ScanProgress) => {
    if (files === abortAt) controller.abort(reason);
  };
  const reason = new Error("stop");
  for (abortAt of [1, 2, 5, 12, 25, 31, 32]) {
    const threads = abortAt % 2 === 0 ? shared(2) : elsewhere(2);
    const scanner = createScanner({ roots: [root], threads, onProgress });
    controller = new AbortController();
    const { signal } = controller;
    const outcome = await scanner.scan({ now: NOW, signal }).catch((error: unknown) => error);
    // A small scan may end before it looks at the signal.
    if (outcome !== reason) assert.deepEqual(outcome, alone);
    abortAt = 0;
    assert.deepEqual(await scanner.scan({ now: NOW }), alone);
  }
});
