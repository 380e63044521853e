// Where an opened state comes from: its file, or the newest intact copy (rules STATE-12, STATE-17).
import assert from "node:assert/strict";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { openState } from "../../src/state/disk/open.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import type { State } from "../../src/state/law/state.ts";
import { beatAt, HOUR, NOW, STATE_ID, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn, openUsable, putFile, putState, stateIn } from "../support/state-disk.ts";

const OTHER_ID = "11111111-2222-4333-8444-555555555555";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A state without its `stateId` and `seq`. */
const content = ({ stateId: _id, seq: _seq, ...rest }: State) => rest;

test("an intact file gives its state as it was saved", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { state, origin } = await openUsable(dir);
  assert.equal(origin, "file");
  assert.deepEqual(state, stateWith());
});

test("an intact file is used even with a newer temporary file, which was never put in place", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  await putFile(stateNames(dir).temporary, encodeState(stateWith({ seq: 8 })));
  const { state, origin } = await openUsable(dir);
  assert.deepEqual([origin, state.seq], ["file", 7]);
});

test("an empty folder gives a fresh state with a new stateId, seq 0 and no days", async (t) => {
  const { state, origin } = await openUsable(await temporaryFolder(t));
  assert.equal(origin, "fresh");
  assert.match(state.stateId, UUID);
  assert.deepEqual(content(state), {
    ...content(stateWith()),
    agentVersion: null,
    days: {},
    lastGoodLimits: null,
    lastBeat: null,
  });
  assert.equal(state.seq, 0);
});

test("a missing folder is created, with a fresh state", async (t) => {
  const dir = join(await temporaryFolder(t), "a", "b");
  assert.equal((await openUsable(dir)).origin, "fresh");
});

test("two fresh states have different stateIds", async (t) => {
  const dir = await temporaryFolder(t);
  assert.notEqual((await openUsable(dir)).state.stateId, (await openUsable(dir)).state.stateId);
});

for (const [origin, name] of [
  ["temporary", "temporary"],
  ["previous", "previous"],
] as const) {
  test(`without a state file, an intact ${name} file is used with a new stateId and seq 0`, async (t) => {
    const dir = await temporaryFolder(t);
    await putFile(stateNames(dir)[name], encodeState(stateWith()));
    const opened = await openUsable(dir);
    assert.equal(opened.origin, origin);
    assert.deepEqual(content(opened.state), content(stateWith()));
    assert.notEqual(opened.state.stateId, STATE_ID);
    assert.match(opened.state.stateId, UUID);
    assert.equal(opened.state.seq, 0);
  });

  test(`a state recovered from the ${name} file is saved with seq 1, its new stateId and mode 600`, async (t) => {
    const dir = await temporaryFolder(t);
    await putFile(stateNames(dir)[name], encodeState(stateWith()));
    const { state, save } = await openUsable(dir);
    assert.equal((await save(state)).status, "ok");
    assert.deepEqual(await stateIn(stateNames(dir).state), { ...state, seq: 1 });
    assert.equal(await modeOf(stateNames(dir).state), 0o600);
  });
}

test("of a temporary and a previous file with one stateId, the one with the higher seq is used", async (t) => {
  for (const [temporary, previous, origin] of [
    [9, 8, "temporary"],
    [8, 9, "previous"],
  ] as const) {
    const dir = await temporaryFolder(t);
    await putFile(stateNames(dir).temporary, encodeState(stateWith({ seq: temporary })));
    await putFile(stateNames(dir).previous, encodeState(stateWith({ seq: previous })));
    assert.equal((await openUsable(dir)).origin, origin);
  }
});

test("of two stateIds, the one with the later beat is used, whatever its seq", async (t) => {
  const old = stateWith({ stateId: OTHER_ID, seq: 99, lastBeat: beatAt(NOW - 2 * HOUR) });
  for (const [temporary, previous, origin] of [
    [old, stateWith(), "previous"],
    [stateWith(), old, "temporary"],
  ] as const) {
    const dir = await temporaryFolder(t);
    await putFile(stateNames(dir).temporary, encodeState(temporary));
    await putFile(stateNames(dir).previous, encodeState(previous));
    assert.equal((await openUsable(dir)).origin, origin);
  }
});

test("a temporary file that is cut short is ignored, and the previous file is used", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).temporary, encodeState(stateWith({ seq: 9 })).slice(0, -40));
  await putFile(stateNames(dir).previous, encodeState(stateWith()));
  assert.equal((await openUsable(dir)).origin, "previous");
});

test("a recovered temporary file stays intact on disk until the save, as the previous file", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).temporary, encodeState(stateWith()));
  await openUsable(dir);
  assert.deepEqual(await stateIn(stateNames(dir).previous), stateWith());
});

test("opening a recovered state twice without a save gives a new stateId each time", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).temporary, encodeState(stateWith()));
  const ids = [stateWith(), (await openUsable(dir)).state, (await openUsable(dir)).state].map(
    ({ stateId }) => stateId,
  );
  assert.equal(new Set(ids).size, 3);
});

test("a recovered temporary file replaces a folder in place of the previous file", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).temporary, encodeState(stateWith()));
  await mkdir(join(stateNames(dir).previous, "deep"), { recursive: true });
  assert.equal((await openUsable(dir)).origin, "temporary");
  assert.deepEqual(await stateIn(stateNames(dir).previous), stateWith());
});

test("a recovered previous file stays intact on disk until the save", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).previous, encodeState(stateWith()));
  await openUsable(dir);
  assert.deepEqual(await stateIn(stateNames(dir).previous), stateWith());
});

test("a lock folder left by a beat that was killed while repairing the lock is removed", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  await mkdir(join(dir, `beat.lock.${OTHER_ID}`, "deep"), { recursive: true });
  await mkdir(join(dir, "beat.lock"));
  await openUsable(dir);
  assert.deepEqual(await namesIn(dir), ["beat.lock", "state.json"]);
});

test("temporary files of a killed beat are removed", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { previous, machineId, delivery, beforeJump } = stateNames(dir);
  const id = "7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d4e5f";
  for (const path of [previous, `${machineId}.${id}`, delivery, beforeJump])
    await putFile(`${path}.tmp`, "{");
  await openUsable(dir);
  assert.deepEqual(await namesIn(dir), ["state.json"]);
});

test("a state file deleted between two beats is restored from the previous file", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { state, save } = await openUsable(dir);
  await save(state);
  await rm(stateNames(dir).state);
  const opened = await openState(stateFolder(dir), NOW);
  assert.ok(opened.status === "ok" && opened.origin === "previous");
  assert.deepEqual(content(opened.state), content(stateWith()));
});
