// States that are not ours to touch, and things in place of the state file that are not files.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { openState } from "../../src/state/disk/open.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { failingFiles } from "../support/failing-files.ts";
import { NOW, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { namesIn, openUsable, putFile, putState, stateIn } from "../support/state-disk.ts";

const NEWER = JSON.stringify({ schemaVersion: 2, what: "nobody knows yet" });
const FOREIGN = encodeState(stateWith({ program: "another-program" }));
const IS_ROOT = process.getuid?.() === 0;

for (const [status, text] of [
  ["newer", NEWER],
  ["other_program", FOREIGN],
] as const) {
  test(`${status}: refused, its bytes and time untouched, and no file added`, async (t) => {
    const dir = await temporaryFolder(t);
    const path = stateNames(dir).state;
    await putFile(path, text);
    await utimes(path, 1_000_000, 1_000_000);
    assert.deepEqual(await openState(stateFolder(dir), NOW), { status });
    assert.equal(await readFile(path, "utf8"), text);
    assert.equal((await stat(path)).mtimeMs, 1_000_000_000);
    assert.deepEqual(await namesIn(dir), ["state.json"]);
  });

  for (const name of ["temporary", "previous"] as const) {
    test(`${status} in the ${name} file of a corrupt state: refused, nothing renamed`, async (t) => {
      const dir = await temporaryFolder(t);
      await putFile(stateNames(dir).state, "{");
      await putFile(stateNames(dir)[name], text);
      const names = await namesIn(dir);
      assert.deepEqual(await openState(stateFolder(dir), NOW), { status });
      assert.deepEqual(await namesIn(dir), names);
    });
  }
}

test("a folder in place of the state file: EISDIR, and it stays", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).state);
  assert.deepEqual(await openState(stateFolder(dir), NOW), { status: "unusable", code: "EISDIR" });
  assert.deepEqual(await namesIn(dir), ["state.json"]);
});

test("a dangling link: ENOENT, not a fresh state, because its target may come back", async (t) => {
  const dir = await temporaryFolder(t);
  await symlink(join(dir, "unmounted", "state.json"), stateNames(dir).state);
  assert.deepEqual(await openState(stateFolder(dir), NOW), { status: "unusable", code: "ENOENT" });
});

test("a link to itself: ELOOP", async (t) => {
  const dir = await temporaryFolder(t);
  await symlink("state.json", stateNames(dir).state);
  assert.deepEqual(await openState(stateFolder(dir), NOW), { status: "unusable", code: "ELOOP" });
});

test("a link to an intact state gives that state", async (t) => {
  const [dir, elsewhere] = [await temporaryFolder(t), await temporaryFolder(t)];
  await putState(elsewhere);
  await symlink(stateNames(elsewhere).state, stateNames(dir).state);
  assert.equal((await openUsable(dir)).origin, "file");
});

test("a pipe in place of the state file: unusable, without waiting for a writer", async (t) => {
  const dir = await temporaryFolder(t);
  execFileSync("mkfifo", [stateNames(dir).state]);
  assert.equal((await openState(stateFolder(dir), NOW)).status, "unusable");
});

for (const code of ["EACCES", "EIO", "EMFILE"]) {
  test(`a file whose read fails with ${code}: unusable with that code, and the file is unchanged`, async (t) => {
    const dir = await temporaryFolder(t);
    await putState(dir);
    const { files } = failingFiles(({ name }) => (name === "readFile" ? code : undefined));
    assert.deepEqual(await openState(stateFolder(dir, files), NOW), { status: "unusable", code });
    assert.deepEqual(await stateIn(stateNames(dir).state), stateWith());
  });
}

test("a corrupt file and a previous file that cannot be read: unusable, not a fresh state", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).state, "{");
  await mkdir(stateNames(dir).previous);
  assert.deepEqual(await openState(stateFolder(dir), NOW), { status: "unusable", code: "EISDIR" });
  assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
});

test("a file in place of the folder: unusable", async (t) => {
  const dir = join(await temporaryFolder(t), "file");
  await writeFile(dir, "");
  const opened = await openState(stateFolder(dir), NOW);
  assert.ok(opened.status === "unusable");
  assert.match(opened.code, /^(?:EEXIST|ENOTDIR)$/);
});

const skip = IS_ROOT ? "root may write to every folder" : false;
test("a folder that may not be created: EACCES", { skip }, async (t) => {
  const parent = await temporaryFolder(t);
  await chmod(parent, 0o500);
  const opened = await openState(stateFolder(join(parent, "state")), NOW);
  assert.deepEqual(opened, { status: "unusable", code: "EACCES" });
});

test("a folder that everybody shares, such as /tmp, is refused and keeps its mode", async (t) => {
  const dir = await temporaryFolder(t);
  await chmod(dir, 0o1777);
  assert.deepEqual(await openState(stateFolder(dir), NOW), { status: "unusable", code: "EPERM" });
  assert.equal((await stat(dir)).mode & 0o7777, 0o1777);
});
