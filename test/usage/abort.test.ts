// A signal ends a scan soon (rule SERVICE-7).
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import type { ScanFiles } from "../../src/usage/files.ts";
import { createScanner, scanUsage } from "../../src/usage/scan.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, NOW, requestsOf, writeFiles } from "../support/usage/lines.ts";

/** So many steps are given before a scan that does not stop is let end, for the test to fail. */
const ENOUGH = 3000;

/** The real file system, but no file ends; tells how many are open. */
function endless() {
  const state = { reads: 0, open: 0 };
  const readSync = (_: number, buffer: Buffer, offset: number, length: number): number => {
    if (++state.reads > ENOUGH) return 0;
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

/** A file system whose root holds more folders than can be looked through in one go. */
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

/** Aborts as soon as the scan lets anything else run. */
function abortSoon(reason: Error): AbortSignal {
  const controller = new AbortController();
  setImmediate(() => controller.abort(reason));
  return controller.signal;
}

test("a scan that is reading ends with its signal's reason, and closes its file", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] });
  const reason = new Error("stop");
  const { files, state } = endless();
  const scan = scanUsage({ roots: [root], now: NOW, files, signal: abortSoon(reason) });
  await assert.rejects(scan, (error) => error === reason);
  assert.equal(state.open, 0);
});

test("a scan that is looking through folders ends with its signal's reason", async () => {
  const reason = new Error("stop");
  const scan = scanUsage({ roots: ["/crowded"], now: NOW, files: crowded(), signal: abortSoon(reason) });
  await assert.rejects(scan, (error) => error === reason);
});

test("a scan with a signal aborted before it does not begin", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] });
  const reason = new Error("stop");
  const scan = scanUsage({ roots: [root], now: NOW, signal: AbortSignal.abort(reason) });
  await assert.rejects(scan, (error) => error === reason);
});

test("a scan lets timers and signals in while it reads", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] });
  const { files, state } = endless();
  let readsAtTurn = Number.POSITIVE_INFINITY;
  setImmediate(() => {
    readsAtTurn = state.reads;
  });
  await scanUsage({ roots: [root], now: NOW, files });
  assert.ok(readsAtTurn < ENOUGH);
});

test("after a scan was stopped the scanner finds everything", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line({ id: "m1" })], "b.jsonl": [line({ id: "m2" })] });
  const { files: withoutEnd } = endless();
  let endlessly = false;
  const readSync = (...args: Parameters<typeof fs.readSync>) =>
    endlessly ? withoutEnd.readSync(...args) : fs.readSync(...args);
  const files = { ...withoutEnd, readSync } as ScanFiles;
  // By this clock the files are old enough to be remembered.
  const scanner = createScanner({ roots: [root], files, clock: () => Date.now() + 3_600_000 });
  assert.equal(requestsOf(await scanner.scan({ now: NOW })), 2);
  endlessly = true;
  writeFiles(root, { "c.jsonl": [line({ id: "m3" })] });
  await assert.rejects(scanner.scan({ now: NOW, signal: abortSoon(new Error("stop")) }));
  endlessly = false;
  assert.equal(requestsOf(await scanner.scan({ now: NOW })), 3);
});
