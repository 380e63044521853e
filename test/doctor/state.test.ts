// What doctor says of the state folder and the state file, and that it leaves both alone.
import assert from "node:assert/strict";
import { chmod, mkdir, readdir, rmdir, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { judgeState } from "../../src/commands/doctor/state.ts";
import { gatherState, type StateFacts } from "../../src/commands/doctor/state-facts.ts";
import { encodeState } from "../../src/state/disk/codec.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { lines, told } from "../support/doctor/check-lines.ts";
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

test("a whole state, for its owner alone, is fine", async (t) => {
  assert.deepEqual(lines(await judge(await stateFolder(t))), ["ok state-folder", "ok state-file"]);
});

test("a folder that is not there yet is a warning, and is not made", async (t) => {
  const dir = join(await temporaryFolder(t), "a", "b");
  assert.deepEqual(lines(await judge(dir)), ["warning state-folder"]);
  assert.deepEqual(await readdir(join(dir, "..", "..")), []);
});

test("a file in the folder's place is a failure", async (t) => {
  const dir = join(await temporaryFolder(t), "a-file");
  await writeFile(dir, "");
  assert.deepEqual(lines(await judge(dir)), ["failure state-folder"]);
});

test("a folder that is shared with everybody is a failure", async (t) => {
  const dir = await stateFolder(t);
  await chmod(dir, 0o1777);
  assert.equal(lines(await judge(dir))[0], "failure state-folder");
});

test("a folder that is sticky, and for its owner alone, is fine", async (t) => {
  const dir = await stateFolder(t);
  await chmod(dir, 0o1700);
  assert.deepEqual(lines(await judge(dir)), ["ok state-folder", "ok state-file"]);
});

test("a folder that others can look into is a warning, with the command that closes it", async (t) => {
  const dir = await stateFolder(t);
  await chmod(dir, 0o755);
  const [check] = await judge(dir);
  assert.deepEqual([check?.status, check?.fix], ["warning", `chmod 700 ${dir}`]);
});

for (const [what, text, line] of [
  ["a spoilt file", "{", "failure state-file"],
  ["a newer version's file", encodeState({ ...stateWith(), schemaVersion: 2 as 1 }), "failure state-file"],
  ["another program's file", encodeState(stateWith({ program: "another" })), "failure state-file"],
] as const) {
  test(`${what} is a failure, and is left as it is`, async (t) => {
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

test("a folder in the file's place is a failure", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).state);
  assert.match(told(await judge(dir)), /a folder, not a file\nmove \S+state\.json away$/);
});

test("a spoilt file with a whole one beside it is a warning: the next beat fixes it", async (t) => {
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

test("no file is a warning: no beat was saved yet", async (t) => {
  const checks = await judge(await temporaryFolder(t));
  assert.equal(lines(checks)[1], "warning state-file");
  assert.match(told(checks), /no refresh has run yet/);
});

test("a lock is no error, be it held or left behind", async (t) => {
  const dir = await stateFolder(t);
  const { lock } = stateNames(dir);
  for (const [age, says] of [
    [0, /under way/],
    [60_000, /left behind/],
  ] as const) {
    await mkdir(lock);
    await utimes(lock, new Date(NOW - age), new Date(NOW - age));
    const checks = await judge(dir);
    assert.equal(lines(checks)[2], "ok lock");
    assert.match(told(checks), says);
    await rmdir(lock);
  }
});

const MIB = 2 ** 20;
for (const [freeBytes, status] of [
  [200 * MIB, "ok"],
  [50 * MIB, "warning"],
  [MIB, "failure"],
] as const) {
  test(`${freeBytes / MIB} MiB that are free: ${status}`, async (t) => {
    const facts: StateFacts = { ...(await gather(await stateFolder(t))), freeBytes };
    assert.ok(lines(judgeState(facts)).includes(`${status} disk`));
  });
}

test("what is free is asked of the first folder above that is there", async (t) => {
  const { freeBytes } = await gather(join(await temporaryFolder(t), "a", "b"));
  assert.equal(typeof freeBytes, "number");
});
