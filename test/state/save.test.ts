// A save writes the next state completely, keeps the previous one, and gives way to another beat's save.
import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { test } from "node:test";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { failingFiles } from "../support/failing-files.ts";
import { stateWith, TODAY, used } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn, openUsable, putFile, putState, stateIn } from "../support/state-disk.ts";

const NEXT = stateWith({ days: { [TODAY]: { state: "open", models: used(99) } } });

test("each save raises seq by one, even if the same state is saved again", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { save } = await openUsable(dir);
  for (const seq of [8, 9, 10]) {
    assert.equal((await save(NEXT)).status, "ok");
    assert.equal((await stateIn(stateNames(dir).state)).seq, seq);
  }
});

test("everything except seq is saved unchanged", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  await (await openUsable(dir)).save(NEXT);
  assert.deepEqual(await stateIn(stateNames(dir).state), { ...NEXT, seq: 8 });
});

test("a save resolves to the state that it wrote, with the seq of that save", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { save } = await openUsable(dir);
  for (const seq of [8, 9]) {
    assert.deepEqual(await save(NEXT), { status: "ok", state: { ...NEXT, seq } });
    assert.deepEqual(await stateIn(stateNames(dir).state), { ...NEXT, seq });
  }
});

test("a save does not change the state passed in", async (t) => {
  const { state, save } = await openUsable(await temporaryFolder(t));
  const before = structuredClone(state);
  await save(state);
  assert.deepEqual(state, before);
});

test("the first save of a fresh state has seq 1 and no previous file", async (t) => {
  const dir = await temporaryFolder(t);
  const { state, save } = await openUsable(dir);
  assert.equal((await save(state)).status, "ok");
  assert.equal((await stateIn(stateNames(dir).state)).seq, 1);
  assert.deepEqual(await namesIn(dir), ["state.json"]);
});

test("after each save, state.json.prev has the bytes of the old state", async (t) => {
  const dir = await temporaryFolder(t);
  const { state, previous } = stateNames(dir);
  await putState(dir);
  const { save } = await openUsable(dir);
  for (let times = 0; times < 3; times++) {
    const old = await readFile(state);
    await save(NEXT);
    assert.deepEqual(await readFile(previous), old);
  }
});

test("a save leaves no temporary file, and both files have mode 600", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  await (await openUsable(dir)).save(NEXT);
  assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
  assert.equal(await modeOf(stateNames(dir).state), 0o600);
  assert.equal(await modeOf(stateNames(dir).previous), 0o600);
});

test("the new state is flushed before the rename, and its folder after it", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { files, calls } = failingFiles();
  const { save } = await openUsable(dir, files);
  await save(NEXT);
  const order = calls.map(({ label }) => label);
  const flush = order.indexOf("handle.sync state.json.tmp");
  const rename = order.indexOf("rename state.json.tmp");
  assert.ok(flush >= 0 && rename > flush, order.join(", "));
  assert.ok(
    order.slice(rename).some((label) => label.startsWith("handle.sync")),
    order.join(", "),
  );
});

test("a folder in place of the temporary file is removed", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { files } = failingFiles();
  const { save } = await openUsable(dir, files);
  await files.mkdir(stateNames(dir).temporary);
  assert.equal((await save(NEXT)).status, "ok");
});

test("another beat saved in between: moved, and the other state stays", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const [first, second] = [await openUsable(dir), await openUsable(dir)];
  assert.equal((await second.save(NEXT)).status, "ok");
  const theirs = await readFile(stateNames(dir).state);
  assert.deepEqual(await first.save(stateWith()), { status: "moved" });
  assert.deepEqual(await readFile(stateNames(dir).state), theirs);
  assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
});

test("another beat saved in between: the next attempt is moved too", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const [first, second] = [await openUsable(dir), await openUsable(dir)];
  await second.save(NEXT);
  for (let times = 0; times < 2; times++) assert.deepEqual(await first.save(NEXT), { status: "moved" });
});

test("of two fresh states the second save is moved", async (t) => {
  const dir = await temporaryFolder(t);
  const [first, second] = [await openUsable(dir), await openUsable(dir)];
  assert.equal((await second.save(second.state)).status, "ok");
  assert.deepEqual(await first.save(first.state), { status: "moved" });
  assert.equal((await stateIn(stateNames(dir).state)).stateId, second.state.stateId);
});

test("a file with the same seq but another stateId: moved", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { save } = await openUsable(dir);
  await putState(dir, stateWith({ stateId: "11111111-2222-4333-8444-555555555555" }));
  assert.deepEqual(await save(NEXT), { status: "moved" });
});

test("a file that became corrupt since it was opened is not overwritten", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { save } = await openUsable(dir);
  await putFile(stateNames(dir).state, "corrupt");
  assert.deepEqual(await save(NEXT), { status: "moved" });
  assert.equal(await readFile(stateNames(dir).state, "utf8"), "corrupt");
});

test("a file deleted since it was opened is written again", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { save } = await openUsable(dir);
  await rm(stateNames(dir).state);
  assert.equal((await save(NEXT)).status, "ok");
  assert.equal((await stateIn(stateNames(dir).state)).seq, 8);
});

test("a folder deleted since it was opened: failed with ENOENT", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { save } = await openUsable(dir);
  await rm(dir, { recursive: true });
  assert.deepEqual(await save(NEXT), { status: "failed", code: "ENOENT" });
});

test("a state whose seq has reached 2^53-1 counts on with a new stateId", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir, stateWith({ seq: Number.MAX_SAFE_INTEGER }));
  const { state, save } = await openUsable(dir);
  assert.equal((await save(state)).status, "ok");
  const saved = await stateIn(stateNames(dir).state);
  assert.equal(saved.seq, 1);
  assert.notEqual(saved.stateId, stateWith().stateId);
  assert.deepEqual(saved.days, stateWith().days);
});
