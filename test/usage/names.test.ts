import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scanUsage } from "../../src/usage/scan.ts";
import { NOW, TODAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line } from "../support/transcript.ts";

/** macOS does not allow such names. */
const skip = process.platform === "linux" ? false : "this system allows only names that are UTF-8";

test("a transcript and a folder whose names are not UTF-8 are read like any other", { skip }, async (t) => {
  const root = await temporaryFolder(t);
  const folder = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.of(0xe9)]);
  mkdirSync(folder);
  for (const [id, byte] of [
    ["a", 0xff],
    ["b", 0xfe],
  ] as const) {
    const path = Buffer.concat([folder, Buffer.from("/s"), Buffer.of(byte), Buffer.from(".jsonl")]);
    writeFileSync(path, `${line({ id })}\n`);
  }
  writeFileSync(join(root, "caf\u00e9.jsonl"), `${line({ id: "c" })}\n`);
  const { days, readErrors, files } = await scanUsage({ roots: [root], now: NOW, since: TODAY });
  assert.equal(readErrors, 0);
  assert.equal(files, 3);
  const requests = Object.values(days[TODAY]?.models ?? {}).map((counts) => counts.requests);
  assert.deepEqual(requests, [3]);
});

test("a transcript with a newline in its name is read like any other", async (t) => {
  const root = await temporaryFolder(t);
  writeFileSync(join(root, "a\nb.jsonl"), `${line({ id: "a" })}\n`);
  const { readErrors, files } = await scanUsage({ roots: [root], now: NOW, since: TODAY });
  assert.deepEqual([readErrors, files], [0, 1]);
});
