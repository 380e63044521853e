// `state.json.before-jump`: the state from before the clock may have jumped (rule CLOCK-1).
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { keepBeforeJump, readBeforeJump } from "../../src/state/disk/settle-clock.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { failAt, failingFiles } from "../support/failing-files.ts";
import { stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn, openUsable, putFile, putState, stateIn } from "../support/state-disk.ts";

test("the copy has the bytes of the state file and mode 600, and the state file stays", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  assert.deepEqual(await keepBeforeJump(stateFolder(dir)), { status: "ok" });
  const { state, beforeJump } = stateNames(dir);
  assert.deepEqual(await readFile(beforeJump), await readFile(state));
  assert.equal(await modeOf(beforeJump), 0o600);
  assert.deepEqual(await namesIn(dir), ["state.json", "state.json.before-jump"]);
});

test("later saves leave the copy alone", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  await keepBeforeJump(stateFolder(dir));
  const { state, save } = await openUsable(dir);
  for (let times = 0; times < 3; times++) await save({ ...state, days: {} });
  assert.deepEqual(await readBeforeJump(stateFolder(dir)), stateWith());
});

test("a state recovered from the previous file is copied too, before the first save", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).previous, encodeState(stateWith()));
  const { state, save, origin } = await openUsable(dir);
  assert.equal(origin, "previous");
  await keepBeforeJump(stateFolder(dir));
  await save({ ...state, days: {} });
  assert.deepEqual((await readBeforeJump(stateFolder(dir)))?.days, stateWith().days);
});

test("the copy is made without links too, with mode 600", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { files } = failingFiles(({ name }) => (name === "link" ? "EPERM" : undefined));
  assert.deepEqual(await keepBeforeJump(stateFolder(dir, files)), { status: "ok" });
  assert.deepEqual(await stateIn(stateNames(dir).beforeJump), stateWith());
  assert.equal(await modeOf(stateNames(dir).beforeJump), 0o600);
});

test("a missing or corrupt copy is not read", async (t) => {
  const dir = await temporaryFolder(t);
  assert.equal(await readBeforeJump(stateFolder(dir)), undefined);
  await writeFile(stateNames(dir).beforeJump, encodeState(stateWith()).slice(0, -9));
  assert.equal(await readBeforeJump(stateFolder(dir)), undefined);
});

test("a fresh state has nothing to copy, which is not a failure", async (t) => {
  const dir = await temporaryFolder(t);
  assert.deepEqual(await keepBeforeJump(stateFolder(dir)), { status: "ok" });
  assert.deepEqual(await namesIn(dir), []);
});

test("if a call fails while copying, the result has its code or the copy is complete, and the state is intact either way", async (t) => {
  for (let index = 0, clean = false; !clean; index++) {
    const dir = await temporaryFolder(t);
    await putState(dir);
    const { files, calls, openHandles } = failingFiles(failAt(index, "ENOSPC"));
    const kept = await keepBeforeJump(stateFolder(dir, files));
    if (kept.status === "ok") assert.deepEqual(await stateIn(stateNames(dir).beforeJump), stateWith());
    else assert.deepEqual(kept, { status: "failed", code: "ENOSPC" }, calls[index]?.label);
    assert.deepEqual(await stateIn(stateNames(dir).state), stateWith());
    assert.equal(openHandles(), 0);
    clean = calls.length <= index;
  }
});
