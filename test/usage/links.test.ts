// Links, including dangling ones, and files that are not regular (rules SCAN-1, SCAN-16 to SCAN-18).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { constants, linkSync, mkdirSync, openSync as openReally, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import test from "node:test";
import { realFiles, type ScanFiles } from "../../src/usage/files.ts";
import { scanUsage } from "../../src/usage/scan.ts";
import { NOW, TODAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { watching } from "../support/usage/failing-scan-files.ts";
import { requestsOf } from "../support/usage/scans.ts";

/** A request of its own, so that a file that is read twice counts twice. */
const keyless = line({ id: undefined });
const scan = (...roots: string[]) => scanUsage({ roots, now: NOW });

test("a dangling link named .jsonl is a read error", async (t) => {
  const root = await temporaryFolder(t);
  symlinkSync("nowhere", join(root, "x.jsonl"));
  const { readErrors, nextState } = await scan(root);
  assert.deepEqual([readErrors, nextState.freeze], [1, false]);
});

test("a dangling link with another name is not a read error", async (t) => {
  const root = await temporaryFolder(t);
  symlinkSync("nowhere", join(root, "latest"));
  symlinkSync("nowhere.jsonl", join(root, "jsonl.bak"));
  const { readErrors, nextState } = await scan(root);
  assert.deepEqual([readErrors, nextState.freeze], [0, true]);
});

test("links to each other do not hang the scan; one named .jsonl is a read error", async (t) => {
  const root = await temporaryFolder(t);
  symlinkSync("b", join(root, "a"));
  symlinkSync("a", join(root, "b"));
  assert.equal((await scan(root)).readErrors, 0);
  symlinkSync("c.jsonl", join(root, "c.jsonl"));
  assert.equal((await scan(root)).readErrors, 1);
});

test("links to files and folders are followed", async (t) => {
  const folder = await temporaryFolder(t);
  writeFiles(folder, { "else/where/a.jsonl": [keyless], "b.txt": [keyless], "root/c.jsonl": [keyless] });
  symlinkSync("../else", join(folder, "root/linked"));
  symlinkSync("../b.txt", join(folder, "root/b.jsonl"));
  assert.equal(requestsOf(await scan(join(folder, "root"))), 3);
});

test("a link to a transcript is not a transcript unless its own name ends in .jsonl", async (t) => {
  const folder = await temporaryFolder(t);
  writeFiles(folder, { "a.jsonl": [keyless] });
  mkdirSync(join(folder, "root"));
  symlinkSync("../a.jsonl", join(folder, "root/a.txt"));
  assert.equal(requestsOf(await scan(join(folder, "root"))), 0);
});

test("a root may be a link", async (t) => {
  const folder = await temporaryFolder(t);
  writeFiles(folder, { "real/a.jsonl": [keyless] });
  symlinkSync("real", join(folder, "root"));
  assert.equal(requestsOf(await scan(join(folder, "root"))), 1);
});

test("a folder with a link to itself or to a folder above it is read once", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "deep/er/a.jsonl": [keyless] });
  symlinkSync(".", join(root, "deep/self"));
  symlinkSync("../..", join(root, "deep/er/up"));
  const result = await scan(root);
  assert.deepEqual([requestsOf(result), result.readErrors, result.files], [1, 0, 1]);
});

test("a file with two names is read once", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [keyless] });
  linkSync(join(root, "a.jsonl"), join(root, "hard.jsonl"));
  symlinkSync("a.jsonl", join(root, "soft.jsonl"));
  const result = await scan(root);
  assert.deepEqual([requestsOf(result), result.files], [1, 1]);
});

test("a file with two names is read in the order of the name that sorts first", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "m.jsonl": [line({ model: "middle" })], "z.jsonl": [line({ model: "linked" })] });
  linkSync(join(root, "z.jsonl"), join(root, "a.jsonl"));
  assert.deepEqual(Object.keys((await scan(root)).days[TODAY]?.models ?? {}), ["linked"]);
});

test("roots that are the same folder, nested, or links to each other are read once", async (t) => {
  const folder = await temporaryFolder(t);
  writeFiles(folder, { "root/sub/a.jsonl": [keyless] });
  symlinkSync("root", join(folder, "link"));
  const roots = ["root/sub", "root", "link", "root", "root/", "link/sub"].map((name) => join(folder, name));
  for (const order of [roots, roots.toReversed()]) {
    const result = await scan(...order);
    assert.deepEqual([requestsOf(result), result.files, result.readErrors], [1, 1, 0]);
  }
});

test("a folder named like a transcript is a folder", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "x.jsonl/y.jsonl": [keyless] });
  const result = await scan(root);
  assert.deepEqual([requestsOf(result), result.readErrors], [1, 0]);
});

test("only names that end in .jsonl are transcripts, at any depth", async (t) => {
  const root = await temporaryFolder(t);
  const names = [
    "a.json",
    "a.jsonl.bak",
    "a.JSONL",
    "ajsonl",
    "p/s/subagents/agent-1.jsonl",
    "1/2/3/4/5/6/7/x.jsonl",
  ];
  writeFiles(root, Object.fromEntries(names.map((name) => [name, [keyless]])));
  assert.equal(requestsOf(await scan(root)), 2);
});

test("a FIFO, a socket and a device named like transcripts are ignored and block nothing", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "good.jsonl": [keyless] });
  execFileSync("mkfifo", [join(root, "fifo.jsonl")]);
  symlinkSync("fifo.jsonl", join(root, "to-fifo.jsonl"));
  symlinkSync("/dev/zero", join(root, "zero.jsonl"));
  symlinkSync("/dev/null", join(root, "null.jsonl"));
  const server = createServer().listen(join(root, "socket.jsonl"));
  await new Promise((listening) => server.once("listening", listening));
  t.after(() => server.close());
  const opened: string[] = [];
  const files = watching((call, path) => call === "openSync" && opened.push(path));
  const result = await scanUsage({ roots: [root], now: NOW, files });
  assert.deepEqual([requestsOf(result), result.readErrors, result.nextState.freeze], [1, 0, true]);
  assert.deepEqual(opened, [join(root, "good.jsonl")]);
});

test("a FIFO that replaces a transcript just before it is opened does not hang the scan", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [keyless], "b.jsonl": [keyless] });
  let wouldHang = false;
  const openSync = (path: string, flags: number): number => {
    if (path.endsWith("a.jsonl")) {
      execFileSync("sh", ["-c", 'rm "$1"; mkfifo "$1"', "sh", path]);
      wouldHang = (flags & constants.O_NONBLOCK) === 0;
      // An open that waits for a writer would never return, and this test would hang.
      if (wouldHang) throw new Error("the open waits for a writer");
    }
    return openReally(path, flags);
  };
  const files = { ...realFiles, openSync } as ScanFiles;
  assert.equal(requestsOf(await scanUsage({ roots: [root], now: NOW, files })), 1);
  assert.equal(wouldHang, false);
});
