// Doctor and the state folder and file, which it does not change.
import assert from "node:assert/strict";
import { chmod, mkdir, readdir, rmdir, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gatherState, type StateFacts } from "../../src/commands/doctor/state/facts.ts";
import { judgeState } from "../../src/commands/doctor/state/judge.ts";
import { encodeState } from "../../src/state/disk/codec.ts";
import { readLatestState } from "../../src/state/disk/latest-state.ts";
import { openState } from "../../src/state/disk/open.ts";
import { stateFolder as stateFolderAt, stateNames } from "../../src/state/folder/state-folder.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { spyOnFiles } from "../support/file-spies.ts";
import { NOW, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { putFile, putState } from "../support/state-disk.ts";

/** A state folder as beats leave it. */
async function stateFolder(t: TestContext): Promise<string> {
  const dir = await temporaryFolder(t);
  await putState(dir);
  return dir;
}

const gather = (dir: string) => gatherState(dir, "/home/me", NOW);
const judge = async (dir: string) => judgeState({ ...(await gather(dir)), freeBytes: undefined });

test("an intact state that only its owner can access is ok", async (t) => {
  assert.deepEqual(lines(await judge(await stateFolder(t))), ["ok state-folder", "ok state-file"]);
});

test("a folder that does not exist yet is a warning and is not created", async (t) => {
  const dir = join(await temporaryFolder(t), "a", "b");
  assert.deepEqual(lines(await judge(dir)), ["warning state-folder"]);
  assert.deepEqual(await readdir(join(dir, "..", "..")), []);
});

test("a file in place of the folder is a failure", async (t) => {
  const dir = join(await temporaryFolder(t), "a-file");
  await writeFile(dir, "");
  assert.deepEqual(lines(await judge(dir)), ["failure state-folder"]);
});

test("a folder shared by all users is a failure", async (t) => {
  const dir = await stateFolder(t);
  await chmod(dir, 0o1777);
  assert.equal(lines(await judge(dir))[0], "failure state-folder");
});

test("a sticky folder that only its owner can access is ok", async (t) => {
  const dir = await stateFolder(t);
  await chmod(dir, 0o1700);
  assert.deepEqual(lines(await judge(dir)), ["ok state-folder", "ok state-file"]);
});

test("a folder that other users can access is a warning with the command that closes it", async (t) => {
  const dir = await stateFolder(t);
  await chmod(dir, 0o755);
  const [check] = await judge(dir);
  assert.deepEqual([check?.status, check?.fix], ["warning", `chmod 700 ${dir}`]);
});

for (const [what, text, line] of [
  ["a corrupt file", "{", "failure state-file"],
  ["a newer version's file", encodeState({ ...stateWith(), schemaVersion: 2 as 1 }), "failure state-file"],
  ["another program's file", encodeState(stateWith({ program: "another" })), "failure state-file"],
] as const) {
  test(`${what} is a failure and is not changed`, async (t) => {
    const dir = await temporaryFolder(t);
    await putFile(stateNames(dir).state, text);
    const spies = spyOnFiles(t);
    const checks = await judge(dir);
    spies.stop();
    assert.equal(lines(checks)[1], line);
    assert.deepEqual(spies.writes, []);
    assert.deepEqual(await readdir(dir), ["state.json"]);
  });
}

test("a folder in place of the state file is a failure", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).state);
  assert.match(printed(await judge(dir)), /a folder, not a file\nmove \S+state\.json away$/);
});

test("a corrupt file beside a good copy is a warning: the next beat restores the copy", async (t) => {
  const dir = await stateFolder(t);
  await putFile(stateNames(dir).previous, encodeState(stateWith()));
  await putFile(stateNames(dir).state, "{");
  assert.equal(lines(await judge(dir))[1], "warning state-file");
});

test("a corrupt file beside a link to a state is a failure: a refresh restores nothing through a link", async (t) => {
  const [dir, elsewhere] = [await temporaryFolder(t), await stateFolder(t)];
  await putFile(stateNames(dir).state, "{");
  await symlink(stateNames(elsewhere).state, stateNames(dir).temporary);
  assert.equal(lines(await judge(dir))[1], "failure state-file");
});

for (const lost of ["corrupt", "missing"] as const) {
  for (const [what, text] of [
    ["a newer version's", encodeState({ ...stateWith(), schemaVersion: 2 as 1 })],
    ["another program's", encodeState(stateWith({ program: "another" }))],
  ] as const) {
    test(`a ${lost} file beside ${what} copy is a failure, as it is for a refresh`, async (t) => {
      const dir = await temporaryFolder(t);
      await chmod(dir, 0o700);
      if (lost === "corrupt") await putFile(stateNames(dir).state, "{");
      await putFile(stateNames(dir).previous, text);
      assert.equal(lines(await judge(dir))[1], "failure state-file");
      const { status } = await readLatestState(stateFolderAt(dir));
      assert.deepEqual({ status }, await openState(stateFolderAt(dir), NOW));
    });
  }
}

test("a corrupt file beside a copy that cannot be read is a failure that names the copy", async (t) => {
  const dir = await stateFolder(t);
  await putFile(stateNames(dir).state, "{");
  await mkdir(stateNames(dir).previous);
  assert.match(printed(await judge(dir)), /a folder, not a file\nmove \S+state\.json\.prev away$/);
});

test("a missing file is a warning: no beat was saved yet", async (t) => {
  const checks = await judge(await temporaryFolder(t));
  assert.equal(lines(checks)[1], "warning state-file");
  assert.match(printed(checks), /no refresh has run yet/);
});

test("a lock is ok, whether it is held or left behind", async (t) => {
  const dir = await stateFolder(t);
  const { lock } = stateNames(dir);
  for (const [age, says] of [
    [0, /a refresh is running/],
    [60_000, /left behind/],
  ] as const) {
    await mkdir(lock);
    await utimes(lock, new Date(NOW - age), new Date(NOW - age));
    const checks = await judge(dir);
    assert.equal(lines(checks)[2], "ok lock");
    assert.match(printed(checks), says);
    await rmdir(lock);
  }
});

const MIB = 2 ** 20;
for (const [freeBytes, status] of [
  [200 * MIB, "ok"],
  [50 * MIB, "warning"],
  [MIB, "failure"],
] as const) {
  test(`${freeBytes / MIB} MiB free: ${status}`, async (t) => {
    const facts: StateFacts = { ...(await gather(await stateFolder(t))), freeBytes };
    assert.ok(lines(judgeState(facts)).includes(`${status} disk`));
  });
}

test("the free space is that of the nearest parent that exists", async (t) => {
  const { freeBytes } = await gather(join(await temporaryFolder(t), "a", "b"));
  assert.equal(typeof freeBytes, "number");
});
