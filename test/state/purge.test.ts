// What a purge may take of a state folder: what a state in it proves to be this program's.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { findPurgeable, purge } from "../../src/state/disk/purge.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import { emptyState } from "../support/fixtures.ts";
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

async function taken(dir: string): Promise<string[]> {
  const found = await findPurgeable(stateFolder(dir));
  assert.equal(found.status, "ok");
  return found.status === "ok" ? found.paths.map((path) => basename(path)).sort() : [];
}

test("with a state of ours all files of ours are taken, and nobody else's", async (t) => {
  const ours = {
    "state.json": OURS,
    "state.json.prev": OURS,
    "state.json.prev.tmp": "",
    "state.json.corrupt-2026-11-20T17-00-00.000Z-2": "{",
    "machine-id": MACHINE_ID,
    "delivery.json": DELIVERY,
  };
  const dir = await folderOf(t, { ...ours, "notes.txt": "mine", "state.json.corrupt-by-me": "mine" });
  await mkdir(join(dir, "beat.lock"));
  await mkdir(join(dir, "state.json.before-jump"));
  assert.deepEqual(await taken(dir), [...Object.keys(ours), "beat.lock"].sort());
});

for (const [what, files, status] of [
  ["a state of another program's", { "state.json": THEIRS }, "other_program"],
  ["a spoilt state that names another program", { "state.json": '{"program":"another"}' }, "other_program"],
  [
    "a spoilt state of ours beside another program's",
    { "state.json": "", "state.json.prev": THEIRS },
    "other_program",
  ],
  ["a state of a newer version", { "state.json": '{"schemaVersion":2}' }, "newer"],
  ["a state.json that says nothing of a program", { "state.json": '{"todos":[]}' }, "unknown"],
  ["an empty state.json", { "state.json": "" }, "unknown"],
] as const) {
  test(`${what} is not taken, nor what lies beside it`, async (t) => {
    const dir = await folderOf(t, { ...files, "machine-id": MACHINE_ID, "delivery.json": DELIVERY });
    assert.deepEqual(await findPurgeable(stateFolder(dir)), { status });
  });
}

for (const [what, files] of [
  ["that names this program", { "state.json": '{"program":"agent-usage","days":' + "{}}" }],
  ["beside a whole one before it", { "state.json": "", "state.json.prev": OURS }],
] as const) {
  test(`a spoilt state ${what} is ours`, async (t) => {
    assert.deepEqual(await taken(await folderOf(t, files)), Object.keys(files));
  });
}

test("without a state only what cannot be another's is taken", async (t) => {
  const dir = await folderOf(t, {
    "machine-id": MACHINE_ID,
    "delivery.json": DELIVERY,
    "state.json.prev": "",
  });
  await mkdir(join(dir, "beat.lock"));
  assert.deepEqual(await taken(dir), ["delivery.json", "machine-id"]);
});

test("the system's own machine-id, as in /etc, is not taken", async (t) => {
  const dir = await folderOf(t, {
    "machine-id": "4b6565706572206f66207468652074ff\n",
    "delivery.json": "{}",
  });
  assert.deepEqual(await taken(dir), []);
});

test("a folder that is not there holds nothing", async (t) => {
  assert.deepEqual(await taken(join(await temporaryFolder(t), "none")), []);
});

test("a file in the folder's place is said with the system's code", async (t) => {
  const dir = await folderOf(t, { file: "" });
  assert.deepEqual(await findPurgeable(stateFolder(join(dir, "file"))), {
    status: "unusable",
    code: "ENOTDIR",
  });
});

test("a folder that is left empty goes too, another stays", async (t) => {
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
