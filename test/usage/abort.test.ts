// A signal stops a scan quickly (rule SERVICE-7).
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import type { ScanFiles } from "../../src/usage/files.ts";
import { createScanner, scanUsage } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { requestsOf } from "../support/usage/scans.ts";

/** After this many reads, a scan that does not stop can finish, so that the test fails. */
const MAX_READS = 3000;

/** The real file system, but files never end. Counts the open files. */
function endless() {
  const state = { reads: 0, open: 0 };
  const readSync = (_: number, buffer: Buffer, offset: number, length: number): number => {
    if (++state.reads > MAX_READS) return 0;
    buffer.fill(" ", offset, offset + length);
    buffer[offset + length - 1] = 10;
    return length;
  };
  const openSync: typeof fs.openSync = (...args) => {
    state.open++;
    return fs.openSync(...args);
  };
  const closeSync: typeof fs.closeSync = (descriptor) => {
    state.open--;
    fs.closeSync(descriptor);
  };
  const fstatSync = () => ({ isFile: () => true, size: Number.MAX_SAFE_INTEGER });
  return { state, files: { ...fs, readSync, openSync, closeSync, fstatSync } as unknown as ScanFiles };
}

/** A file system whose root has more folders than a scan lists without a pause. */
function crowded(): ScanFiles {
  let folders = 0;
  const entries = Array.from({ length: 300_000 }, (_, index) => ({
    name: `folder-${index}`,
    isDirectory: () => true,
    isFile: () => false,
  }));
  const readdirSync = () => (++folders === 1 ? entries : []);
  return { ...fs, readdirSync } as unknown as ScanFiles;
}

/** Aborts as soon as the scan lets other code run. */
function abortSoon(reason: Error): AbortSignal {
  const controller = new AbortController();
  setImmediate(() => controller.abort(reason));
  return controller.signal;
}

test("a scan aborted while it reads rejects with the signal's reason and closes its file", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] });
  const reason = new Error("stop");
  const { files, state } = endless();
  const scan = scanUsage({ roots: [root], now: NOW, files, signal: abortSoon(reason) });
  await assert.rejects(scan, (error) => error === reason);
  assert.equal(state.open, 0);
});

test("a scan aborted while it lists folders rejects with the signal's reason", async () => {
  const reason = new Error("stop");
  const scan = scanUsage({ roots: ["/crowded"], now: NOW, files: crowded(), signal: abortSoon(reason) });
  await assert.rejects(scan, (error) => error === reason);
});

test("a scan whose signal is already aborted does not start", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] });
  const reason = new Error("stop");
  const scan = scanUsage({ roots: [root], now: NOW, signal: AbortSignal.abort(reason) });
  await assert.rejects(scan, (error) => error === reason);
});

test("timers and signals run while a scan reads", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] });
  const { files, state } = endless();
  let readsAtTurn = Number.POSITIVE_INFINITY;
  setImmediate(() => {
    readsAtTurn = state.reads;
  });
  await scanUsage({ roots: [root], now: NOW, files });
  assert.ok(readsAtTurn < MAX_READS);
});

test("after an aborted scan, the next scan finds everything", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line({ id: "m1" })], "b.jsonl": [line({ id: "m2" })] });
  const { files: endlessFiles } = endless();
  let isEndless = false;
  const readSync = (...args: Parameters<typeof fs.readSync>) =>
    isEndless ? endlessFiles.readSync(...args) : fs.readSync(...args);
  const files = { ...endlessFiles, readSync } as ScanFiles;
  // By this clock the files are old enough to be remembered.
  const scanner = createScanner({ roots: [root], files, clock: () => Date.now() + 3_600_000 });
  assert.equal(requestsOf(await scanner.scan({ now: NOW })), 2);
  isEndless = true;
  writeFiles(root, { "c.jsonl": [line({ id: "m3" })] });
  await assert.rejects(scanner.scan({ now: NOW, signal: abortSoon(new Error("stop")) }));
  isEndless = false;
  assert.equal(requestsOf(await scanner.scan({ now: NOW })), 3);
});

test("after a scan aborted within a line's advisor calls, the next scan counts the lines after it under their models", async (t) => {
  const root = await temporaryFolder(t);
  const call = { type: "advisor_message", model: "m1", input_tokens: 1 };
  const iterations = Array.from({ length: 150_000 }, () => call);
  writeFiles(root, {
    "a.jsonl": [line({ id: "1", usage: { iterations } }), line({ id: "2", model: "m2" })],
  });
  const controller = new AbortController();
  const reason = new Error("stop");
  const readSync = (descriptor: number, into: Buffer, offset: number, most: number, position: number) => {
    const length = fs.readSync(descriptor, into, offset, most, position);
    if (position + length === fs.fstatSync(descriptor).size) controller.abort(reason);
    return length;
  };
  const scanner = createScanner({ roots: [root], files: { ...fs, readSync } as unknown as ScanFiles });
  await assert.rejects(scanner.scan({ now: NOW, signal: controller.signal }), reason);
  assert.deepEqual(await scanner.scan({ now: NOW }), await scanUsage({ roots: [root], now: NOW }));
});
