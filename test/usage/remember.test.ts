import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { Random } from "../../bench/corpus/random.ts";
import { addDays, torontoDay } from "../../src/base/calendar.ts";
import type { ScanFiles } from "../../src/usage/files.ts";
import { createScanner, scanUsage } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { ChangingFolder } from "../support/usage/changes.ts";
import { referenceScan } from "../support/usage/reference-scan.ts";
import { outputOf } from "../support/usage/scans.ts";

const SEQUENCES = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 2000 : 300;
const STEPS = 8;
const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.parse("2026-11-20T05:00:00Z");

test(`a scanner that remembers finds what a scan from scratch finds, in each of ${SEQUENCES} histories`, async (t) => {
  const folder = await temporaryFolder(t);
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    const random = new Random(seed);
    const root = join(folder, String(seed));
    const changing = new ChangingFolder(root, random);
    // With the clock an hour ahead, every file looks old enough to be remembered.
    let ahead = 0;
    const scanner = createScanner({ roots: [root], clock: () => Date.now() + ahead });
    for (let step = 1; step <= STEPS; step++) {
      for (let count = random.between(0, 3); count > 0; count--) changing.change();
      changing.removeDangling();
      const now = MIDNIGHT + random.pick([-25, -1, 0, 1, 23, 24, 30]) * HOUR_MS - random.between(0, 1);
      const since = addDays(torontoDay(now), random.pick([0, -1, -1, -2, -35]));
      ahead = random.pick([0, HOUR_MS]);
      changing.mustShow = ahead > 0 || changing.mustShow;
      const remembered = await scanner.scan({ now, since });
      const where = `seed ${seed}, step ${step}: ${changing.log.join(" ")}`;
      assert.deepEqual(remembered, await scanUsage({ roots: [root], now, since }), where);
      const { days, agentVersion, skippedLines } = remembered;
      assert.deepEqual(
        { days, agentVersion, skippedLines },
        referenceScan({ roots: [root], now, since }),
        where,
      );
    }
    fs.rmSync(root, { recursive: true });
  }
});

/** The real file system. Records the names of the files that are opened. */
function watched(): { files: ScanFiles; opened: string[] } {
  const opened: string[] = [];
  const openSync: typeof fs.openSync = (path, ...rest) => {
    opened.push(String(path).split("/").at(-1) ?? "");
    return fs.openSync(path, ...rest);
  };
  return { files: { ...fs, openSync }, opened };
}

/** A clock that is ahead, so that every file looks old enough to be remembered. */
const later = (): number => Date.now() + HOUR_MS;

test("a transcript that did not change is not opened again", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()], "b.jsonl": [line({ id: "msg_2" })] });
  const { files, opened } = watched();
  const scanner = createScanner({ roots: [root], files, clock: later });
  const first = await scanner.scan({ now: NOW });
  assert.deepEqual(await scanner.scan({ now: NOW }), first);
  assert.deepEqual(opened, ["a.jsonl", "b.jsonl"]);
});

test("a transcript that grew is read again, the others are not", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()], "b.jsonl": [line({ id: "msg_2" })] });
  const { files, opened } = watched();
  const scanner = createScanner({ roots: [root], files, clock: later });
  await scanner.scan({ now: NOW });
  fs.appendFileSync(join(root, "b.jsonl"), `${line({ id: "msg_2", output: 50 })}\n`);
  assert.equal(outputOf(await scanner.scan({ now: NOW })), 52);
  assert.deepEqual(opened, ["a.jsonl", "b.jsonl", "b.jsonl"]);
});

test("a transcript rewritten right after a scan, with the same size and mtime, is read again", async (t) => {
  const root = await temporaryFolder(t);
  const scanner = createScanner({ roots: [root] });
  for (let output = 1; output <= 9; output++) {
    writeFiles(root, { "a.jsonl": [line({ output })] });
    assert.equal(outputOf(await scanner.scan({ now: NOW })), output);
  }
});

/** The real file system, but all files have the same times, always. */
function withFixedTimes(time: number): ScanFiles {
  const statSync = (path: string, options?: fs.StatSyncOptions) =>
    Object.assign(fs.statSync(path, options) ?? {}, { mtimeMs: time, ctimeMs: time });
  return { ...fs, statSync } as unknown as ScanFiles;
}

test("a transcript rewritten within the resolution of the file system's times is read again", async (t) => {
  const root = await temporaryFolder(t);
  const scanner = createScanner({ roots: [root], files: withFixedTimes(NOW), clock: () => NOW + 1000 });
  for (const output of [1, 2, 3]) {
    writeFiles(root, { "a.jsonl": [line({ output })] });
    assert.equal(outputOf(await scanner.scan({ now: NOW })), output);
  }
});

test("a transcript that grew is read again even if its times are the same", async (t) => {
  const root = await temporaryFolder(t);
  const scanner = createScanner({ roots: [root], files: withFixedTimes(NOW), clock: () => NOW + HOUR_MS });
  for (const ids of [["m1"], ["m1", "m2"], ["m1", "m2", "m3"]]) {
    writeFiles(root, { "a.jsonl": ids.map((id) => line({ id })) });
    assert.equal(outputOf(await scanner.scan({ now: NOW })), 2 * ids.length);
  }
});

test("a transcript that was replaced by another file is read again even if its size and times are the same", async (t) => {
  const root = await temporaryFolder(t);
  const scanner = createScanner({ roots: [root], files: withFixedTimes(NOW), clock: () => NOW + HOUR_MS });
  for (const output of [1, 2, 3]) {
    writeFiles(root, { "fresh.tmp": [line({ output })] });
    fs.renameSync(join(root, "fresh.tmp"), join(root, "a.jsonl"));
    assert.equal(outputOf(await scanner.scan({ now: NOW })), output);
  }
});

test("the next scan retries a transcript that could not be read", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] });
  let fails = true;
  const readSync = ((...args: Parameters<typeof fs.readSync>) => {
    if (fails) throw Object.assign(new Error("EIO"), { code: "EIO", syscall: "read" });
    return fs.readSync(...args);
  }) as typeof fs.readSync;
  const scanner = createScanner({ roots: [root], files: { ...fs, readSync }, clock: later });
  assert.equal((await scanner.scan({ now: NOW })).readErrors, 1);
  fails = false;
  const retried = await scanner.scan({ now: NOW });
  assert.equal(retried.readErrors, 0);
  assert.equal(outputOf(retried), 2);
});

test("the scan after an aborted one is correct", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] });
  const scanner = createScanner({ roots: [root] });
  await scanner.scan({ now: NOW, signal: AbortSignal.abort() }).catch(() => undefined);
  assert.deepEqual(await scanner.scan({ now: NOW }), await scanUsage({ roots: [root], now: NOW }));
});

test("a clock that goes past midnight and back changes the days, not what is remembered", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line({ at: "2026-11-20T05:00:00.000Z" })] });
  const scanner = createScanner({ roots: [root], clock: later });
  const before = await scanner.scan({ now: MIDNIGHT - 1 });
  assert.deepEqual(before.days, {});
  assert.deepEqual(Object.keys((await scanner.scan({ now: MIDNIGHT })).days), ["2026-11-20"]);
  assert.deepEqual(await scanner.scan({ now: MIDNIGHT - 1 }), before);
});

test("a long transcript that grows repeatedly is counted correctly next to one with copies of its lines", async (t) => {
  const root = await temporaryFolder(t);
  const some = (count: number, output: number): string[] =>
    Array.from({ length: count }, (_, index) => line({ id: index % 9 === 0 ? null : `m${index}`, output }));
  const scanner = createScanner({ roots: [root], clock: () => Date.now() + HOUR_MS });
  writeFiles(root, { "b.jsonl": some(3000, 5) });
  for (let step = 1; step <= 12; step++) {
    writeFiles(root, { "a.jsonl": some(3000 + step, step) });
    const found = await scanner.scan({ now: NOW });
    assert.deepEqual(found, await scanUsage({ roots: [root], now: NOW }), `step ${step}`);
  }
});
