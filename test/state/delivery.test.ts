// The note of the last push, for `status`. Losing it does no harm (rule STATE-20).
import assert from "node:assert/strict";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { noteDelivery, readDelivery } from "../../src/state/disk/delivery.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { failAt, failingFiles } from "../support/failing-files.ts";
import { at, HOUR, NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

const FIRST = { at: at(NOW), outcome: "delivered", delivered: true };
const LATER = { at: at(NOW + HOUR), outcome: "http_503", delivered: false };

test("a delivered push is noted with its time as the last delivery", async (t) => {
  const dir = await temporaryFolder(t);
  await noteDelivery(stateFolder(dir), FIRST);
  const note = { at: at(NOW), outcome: "delivered", lastDeliveredAt: at(NOW) };
  assert.deepEqual(await readDelivery(stateFolder(dir)), note);
  assert.deepEqual(JSON.parse(await readFile(stateNames(dir).delivery, "utf8")), note);
});

test("a failed push keeps the time of the last delivery", async (t) => {
  const dir = await temporaryFolder(t);
  await noteDelivery(stateFolder(dir), FIRST);
  await noteDelivery(stateFolder(dir), LATER);
  const note = { at: at(NOW + HOUR), outcome: "http_503", lastDeliveredAt: at(NOW) };
  assert.deepEqual(await readDelivery(stateFolder(dir)), note);
});

test("a push that failed before any delivery has no last delivery", async (t) => {
  const dir = await temporaryFolder(t);
  await noteDelivery(stateFolder(dir), LATER);
  assert.equal((await readDelivery(stateFolder(dir)))?.lastDeliveredAt, null);
});

test("the note has mode 600, and no other file is left", async (t) => {
  const dir = await temporaryFolder(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await noteDelivery(stateFolder(dir), FIRST);
  await chmod(stateNames(dir).delivery, 0o666);
  await noteDelivery(stateFolder(dir), LATER);
  assert.equal(await modeOf(stateNames(dir).delivery), 0o600);
  assert.deepEqual(await namesIn(dir), ["delivery.json"]);
});

test("a missing or corrupt note reads as unknown, and the next push writes a new one", async (t) => {
  const dir = await temporaryFolder(t);
  assert.equal(await readDelivery(stateFolder(dir)), undefined);
  const notes = [
    { at: "yesterday", outcome: "delivered", lastDeliveredAt: null },
    { at: at(NOW), outcome: "x".repeat(129), lastDeliveredAt: null },
  ];
  for (const text of ["", "{", "[]", ...notes.map((note) => JSON.stringify(note))]) {
    await writeFile(stateNames(dir).delivery, text);
    assert.equal(await readDelivery(stateFolder(dir)), undefined, text);
  }
  await noteDelivery(stateFolder(dir), LATER);
  assert.equal((await readDelivery(stateFolder(dir)))?.outcome, "http_503");
});

test("whichever call fails, writing the note does not fail, and leaves the old note or the new one", async (t) => {
  for (let index = 0, clean = false; !clean; index++) {
    const dir = await temporaryFolder(t);
    await noteDelivery(stateFolder(dir), FIRST);
    const { files, calls, openHandles } = failingFiles(failAt(index, "ENOSPC"));
    await noteDelivery(stateFolder(dir, files), LATER);
    const outcome = (await readDelivery(stateFolder(dir)))?.outcome;
    assert.ok(outcome === "delivered" || outcome === "http_503", calls[index]?.label);
    assert.deepEqual(await namesIn(dir), ["delivery.json"]);
    assert.equal(openHandles(), 0);
    clean = calls.length <= index;
  }
});

test("a folder in place of the note is not a failure", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).delivery);
  await noteDelivery(stateFolder(dir), FIRST);
  assert.equal(await readDelivery(stateFolder(dir)), undefined);
});
