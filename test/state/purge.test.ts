// What a purge may remove from a state folder: only files that a state in it proves to be this program's.

import assert from "node:assert/strict";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { findPurgeable, purge } from "../../src/state/disk/purge.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import { encodeHistory } from "../../src/state/history/codec.ts";
import { takeLock } from "../../src/state/lock/index.ts";
import { at, emptyState, NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { namesIn } from "../support/state-disk.ts";

const OURS = encodeState(emptyState());
const THEIRS = JSON.stringify({ ...emptyState(), program: "another" });
const MACHINE_ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7\n";
const DELIVERY = '{"at":"2026-11-20T17:00:00.000Z","outcome":"delivered","lastDeliveredAt":null}';

async function folderOf(t: TestContext, files: Record<string, string>): Promise<string> {
  const dir = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  return dir;
}

async function removable(dir: string): Promise<string[]> {
  const found = await findPurgeable(stateFolder(dir));
  assert.equal(found.status, "ok");
  return found.status === "ok" ? found.paths.map((path) => basename(path)).sort() : [];
}

const READING = {
  kind: "session",
  group: "session",
  model: null,
  percent: 1,
  resetsAt: null,
  fetchedAt: at(NOW),
};

test("with a state of this program, all its files are removed, and no others", async (t) => {
  const ours = {
    "state.json": OURS,
    "state.json.prev": OURS,
    "state.json.prev.tmp": "",
    "state.json.corrupt-2026-11-20T17-00-00.000Z-2": "{",
    "machine-id": MACHINE_ID,
    "delivery.json": DELIVERY,
    "history.json": "",
    "history.json.prev.tmp": "",
  };
  const dir = await folderOf(t, { ...ours, "notes.txt": "mine", "state.json.corrupt-by-me": "mine" });
  await mkdir(join(dir, "beat.lock"));
  await mkdir(join(dir, "state.json.before-jump"));
  assert.deepEqual(await removable(dir), [...Object.keys(ours), "beat.lock"].sort());
});

for (const [what, files, status] of [
  ["another program's state", { "state.json": THEIRS }, "other_program"],
  ["a corrupt state that names another program", { "state.json": '{"program":"another"}' }, "other_program"],
  [
    "a corrupt state and a copy of another program's",
    { "state.json": "", "state.json.prev": THEIRS },
    "other_program",
  ],
  ["a state of a newer version", { "state.json": '{"schemaVersion":2}' }, "newer"],
  ["a state.json that names no program", { "state.json": '{"todos":[]}' }, "unknown"],
  ["an empty state.json", { "state.json": "" }, "unknown"],
] as const) {
  test(`with ${what} nothing is removed`, async (t) => {
    const dir = await folderOf(t, { ...files, "machine-id": MACHINE_ID, "delivery.json": DELIVERY });
    assert.deepEqual(await findPurgeable(stateFolder(dir)), { status });
  });
}

for (const [what, files] of [
  ["that names this program", { "state.json": '{"program":"agent-usage","days":' + "{}}" }],
  ["with an intact previous one", { "state.json": "", "state.json.prev": OURS }],
] as const) {
  test(`a corrupt state ${what} is removed`, async (t) => {
    assert.deepEqual(await removable(await folderOf(t, files)), Object.keys(files));
  });
}

test("without a state, only files that cannot be another program's are removed", async (t) => {
  const dir = await folderOf(t, {
    "machine-id": MACHINE_ID,
    "delivery.json": DELIVERY,
    "history.json": encodeHistory([READING]),
    "state.json.prev": "",
  });
  await mkdir(join(dir, "beat.lock"));
  assert.deepEqual(await removable(dir), ["delivery.json", "history.json", "machine-id"]);
});

test("a machine-id of the system, as in /etc, is not removed", async (t) => {
  const dir = await folderOf(t, {
    "machine-id": "4b6565706572206f66207468652074ff\n",
    "delivery.json": "{}",
  });
  assert.deepEqual(await removable(dir), []);
});

test("in a missing folder there is nothing to remove", async (t) => {
  assert.deepEqual(await removable(join(await temporaryFolder(t), "none")), []);
});

test("a file in place of the folder is reported with the system error code", async (t) => {
  const dir = await folderOf(t, { file: "" });
  assert.deepEqual(await findPurgeable(stateFolder(join(dir, "file"))), {
    status: "unusable",
    code: "ENOTDIR",
  });
});

test("a folder that is empty afterwards is removed too", async (t) => {
  const dir = await temporaryFolder(t);
  for (const name of ["empty", "full"]) {
    await mkdir(join(dir, name));
    await writeFile(join(dir, name, "state.json"), OURS);
  }
  await writeFile(join(dir, "full", "mine"), "");
  for (const name of ["empty", "full"])
    await purge(stateFolder(join(dir, name)), [join(dir, name, "state.json")]);
  assert.deepEqual([await namesIn(dir), await namesIn(join(dir, "full"))], [["full"], ["mine"]]);
});

test("while a beat is running nothing is removed; after it everything is, and the folder too", async (t) => {
  const dir = join(await folderOf(t, {}), "state");
  const folder = stateFolder(dir);
  const lock = await takeLock(folder);
  await writeFile(folder.names.state, OURS);
  await writeFile(folder.names.machineId, MACHINE_ID);
  const paths = () => findPurgeable(folder).then((found) => (found.status === "ok" ? found.paths : []));
  assert.equal(await purge(folder, await paths()), "busy");
  assert.deepEqual(await namesIn(dir), ["beat.lock", "machine-id", "state.json"]);
  assert.ok(lock.status === "held");
  await lock.release();
  assert.equal(await purge(folder, await paths()), "purged");
  await assert.rejects(stat(dir));
});
