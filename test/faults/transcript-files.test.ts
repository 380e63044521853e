// Folders with unusual contents: device nodes, loops, names of arbitrary bytes, very many files.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scanUsage } from "../../src/usage/scan.ts";
import { NOW, TODAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { watching } from "../support/usage/failing-scan-files.ts";
import { requestsOf } from "../support/usage/scans.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const MANY = isLong ? 100_000 : 5000;
const LINE = line({ id: undefined });

const mknod = (path: string, ...device: string[]) => spawnSync("mknod", [path, ...device]).status === 0;

test("device nodes named like transcripts are not opened and are not errors", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "good.jsonl": [LINE] });
  const made = [
    mknod(join(root, "zero.jsonl"), "c", "1", "5"),
    mknod(join(root, "loop.jsonl"), "b", "7", "0"),
  ];
  if (made.includes(false)) {
    t.skip("`mknod` is not installed or not allowed");
    return;
  }
  const opened: string[] = [];
  const files = watching((call, path) => call === "openSync" && opened.push(path));
  const result = await scanUsage({ roots: [root], now: NOW, files });
  assert.deepEqual([requestsOf(result), result.readErrors, opened], [1, 0, [join(root, "good.jsonl")]]);
});

test("a FIFO in place of a folder, and a link to it, block nothing", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "good.jsonl": [LINE] });
  execFileSync("mkfifo", [join(root, "project"), join(root, "a.jsonl")]);
  symlinkSync("project", join(root, "linked"));
  const { readErrors, files } = await scanUsage({ roots: [root, join(root, "project")], now: NOW });
  // A root that exists but is not a folder cannot be listed.
  assert.deepEqual([readErrors, files], [1, 1]);
});

test("folders that all link to each other: each file is read once", async (t) => {
  const root = await temporaryFolder(t);
  const names = ["a", "b", "c", "d"];
  for (const name of names) writeFiles(root, { [`${name}/x.jsonl`]: [LINE] });
  for (const from of names) for (const to of names) symlinkSync(`../${to}`, join(root, from, `to-${to}`));
  symlinkSync(root, join(root, "a", "up"));
  const result = await scanUsage({ roots: [root, join(root, "b/to-c")], now: NOW });
  assert.deepEqual([requestsOf(result), result.files, result.readErrors], [4, 4, 0]);
});

test("a path longer than the system allows is a read error, and the rest is counted", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "good.jsonl": [LINE] });
  const step = "x".repeat(250);
  // With relative paths a folder can be deeper than an absolute path can name; only `rm` can remove it.
  const deepen = 'for i in $(seq 20); do mkdir "$1" && cd -P "$1" || exit 1; done';
  const made = spawnSync("sh", ["-c", deepen, "sh", step], { cwd: root });
  const result = await scanUsage({ roots: [root], now: NOW });
  execFileSync("rm", ["-rf", step], { cwd: root });
  if (made.status === 0) assert.deepEqual([requestsOf(result), result.readErrors], [1, 1]);
  else t.skip("`sh` cannot create folders with so long a path");
});

test("names with arbitrary bytes, control characters and line separators are read like any other", async (t) => {
  const root = await temporaryFolder(t);
  const bytes = Array.from({ length: 255 }, (_, index) => index + 1).filter((byte) => byte !== 0x2f);
  const isAnyByte = process.platform === "linux";
  const names = bytes
    .filter((byte) => isAnyByte || byte < 0x80)
    .map((byte) => Buffer.concat([Buffer.from("n"), Buffer.of(byte), Buffer.from(".jsonl")]));
  for (const text of ["\u2028", "\u2029", "\u202e", "\u200b", "\u001b]0;x\u0007", "a\r\nb", "\uFFFD"])
    names.push(Buffer.from(`${text}.jsonl`));
  const folder = Buffer.concat([
    Buffer.from(`${root}/d\n`),
    isAnyByte ? Buffer.of(0xff, 0x0a) : Buffer.from("\n"),
  ]);
  mkdirSync(folder);
  for (const place of [Buffer.from(root), folder]) {
    for (const name of names) writeFileSync(Buffer.concat([place, Buffer.from("/"), name]), `${LINE}\n`);
  }
  const result = await scanUsage({ roots: [root], now: NOW, since: TODAY });
  assert.deepEqual(
    [result.files, requestsOf(result), result.readErrors],
    [2 * names.length, 2 * names.length, 0],
  );
});

test(`${MANY} transcripts in one folder are all counted`, async (t) => {
  const root = await temporaryFolder(t);
  for (let index = 0; index < MANY; index++) writeFileSync(join(root, `${index}.jsonl`), `${LINE}\n`);
  const { days, files, readErrors } = await scanUsage({ roots: [root], now: NOW, since: TODAY });
  assert.deepEqual([requestsOf({ days }), files, readErrors], [MANY, MANY, 0]);
});
