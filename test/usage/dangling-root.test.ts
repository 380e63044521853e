// A root behind a dangling link, such as that of an unplugged drive (rule SCAN-15).
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { scanUsage } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { failing } from "../support/usage/failing-scan-files.ts";

const scan = (...roots: string[]) => scanUsage({ roots, now: NOW });

test("a root that is a dangling link is a read error: no day is frozen", async (t) => {
  const folder = await temporaryFolder(t);
  symlinkSync("unplugged", join(folder, "root"));
  const { readErrors, nextState } = await scan(join(folder, "root"));
  assert.deepEqual([readErrors, nextState.freeze], [1, false]);
});

test("a root below a dangling link is a read error", async (t) => {
  const folder = await temporaryFolder(t);
  symlinkSync("/unplugged/agent", join(folder, "home"));
  assert.equal((await scan(join(folder, "home/agent/projects"))).readErrors, 1);
});

test("a root behind a dangling link is a read error beside roots with transcripts", async (t) => {
  const folder = await temporaryFolder(t);
  writeFiles(folder, { "a/a.jsonl": [line()], "b/b.jsonl": [line()] });
  symlinkSync("unplugged", join(folder, "c"));
  assert.equal((await scan(join(folder, "a"), join(folder, "b"), join(folder, "c"))).readErrors, 1);
});

test("a missing folder below a link to a folder is a missing root", async (t) => {
  const folder = await temporaryFolder(t);
  mkdirSync(join(folder, "drive"));
  symlinkSync("drive", join(folder, "linked"));
  assert.equal((await scan(join(folder, "linked/agent/projects"))).readErrors, 0);
});

test("a missing root whose parent cannot be inspected is a read error", async (t) => {
  const folder = await temporaryFolder(t);
  const files = failing("lstatSync", folder, "EACCES");
  const { readErrors } = await scanUsage({ roots: [join(folder, "missing")], now: NOW, files });
  assert.equal(readErrors, 1);
});
