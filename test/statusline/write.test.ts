// The coding agent's settings file is replaced as it was read, or not at all (rule STATUSLINE-7).
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readSettings, writeSettings } from "../../src/commands/statusline/write.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

test("a file that has changed since it was read is left alone", async (t) => {
  const path = join(await temporaryFolder(t), "settings.json");
  await writeFile(path, "changed");
  assert.equal(await writeSettings(path, "as it was read", "new"), "ESTALE");
  assert.equal(await readFile(path, "utf8"), "changed");
});

test("a file that was made since is left alone, and one that is missing is made for its owner only", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "settings.json");
  assert.deepEqual(await readSettings(path), { text: "" });
  assert.equal(await writeSettings(path, "", "new"), undefined);
  assert.deepEqual([await readFile(path, "utf8"), await modeOf(path)], ["new", 0o600]);
  assert.equal(await writeSettings(path, "", "newer"), "ESTALE");
  assert.deepEqual(await namesIn(folder), ["settings.json"]);
});

test("what cannot be read is an error code", async (t) => {
  const path = join(await temporaryFolder(t), "settings.json");
  await mkdir(path);
  assert.deepEqual(await readSettings(path), { code: "EISDIR" });
  assert.equal(await writeSettings(path, "", "new"), "ESTALE");
});
