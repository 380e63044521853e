import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import type { ScanFiles } from "../../src/usage/files.ts";
import { scanUsage } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { systemError } from "../support/usage/failing-scan-files.ts";
import { requestsOf } from "../support/usage/scans.ts";

test("a transcript counts even if closing it fails", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line({ id: "m1" })], "b.jsonl": [line({ id: "m2" })] });
  const closeSync = (descriptor: number): void => {
    fs.closeSync(descriptor);
    throw systemError("EIO", "close");
  };
  assert.equal(requestsOf(await scanUsage({ roots: [root], now: NOW, files: { ...fs, closeSync } })), 2);
});

test("a scan aborted while it reads rejects with the signal's reason, even if that is a system error", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] });
  const controller = new AbortController();
  const reason = systemError("ECONNRESET", "read");
  let reads = 0;
  const readSync = (_: number, bytes: Buffer, offset: number, length: number): number => {
    if (++reads === 1) setImmediate(() => controller.abort(reason));
    bytes.fill("\n", offset, offset + length);
    return reads > 3000 ? 0 : length;
  };
  const fstatSync = () => ({ isFile: () => true, size: Number.MAX_SAFE_INTEGER });
  const files = { ...fs, readSync, fstatSync } as unknown as ScanFiles;
  const scan = scanUsage({ roots: [root], now: NOW, files, signal: controller.signal });
  await assert.rejects(scan, (error) => error === reason);
});
