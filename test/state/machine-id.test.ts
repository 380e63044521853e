// The machine's id: created once and never changed, so that a lost state does not become a new machine.
import assert from "node:assert/strict";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { realFiles } from "../../src/base/disk/files.ts";
import { machineId } from "../../src/state/disk/machine-id.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { failingFiles } from "../support/failing-files.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn, openUsable } from "../support/state-disk.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Reads or creates the id, which must succeed. */
async function idIn(dir: string, files = realFiles): Promise<{ id: string; repaired: unknown }> {
  const made = await machineId(stateFolder(dir, files));
  assert.equal(made.status, "ok");
  return made as Extract<typeof made, { status: "ok" }>;
}

test("the first call creates a random UUID in a file of its own, with mode 600", async (t) => {
  const dir = await temporaryFolder(t);
  const { id, repaired } = await idIn(dir);
  assert.match(id, UUID);
  assert.equal(repaired, false);
  assert.equal((await readFile(stateNames(dir).machineId, "utf8")).trim(), id);
  assert.equal(await modeOf(stateNames(dir).machineId), 0o600);
  assert.deepEqual(await namesIn(dir), ["machine-id"]);
});

test("under umask 0 the file has mode 600 and the folder 700", async (t) => {
  const dir = join(await temporaryFolder(t), "state");
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await idIn(dir);
  assert.equal(await modeOf(stateNames(dir).machineId), 0o600);
  assert.equal(await modeOf(dir), 0o700);
});

test("later calls have the same id and write nothing", async (t) => {
  const dir = await temporaryFolder(t);
  const first = await idIn(dir);
  const { files, calls } = failingFiles();
  assert.deepEqual(await idIn(dir, files), first);
  assert.ok(calls.every(({ name }) => ["mkdir", "stat", "readFile"].includes(name)));
});

test("the id stays the same after the state is lost", async (t) => {
  const dir = await temporaryFolder(t);
  const { id } = await idIn(dir);
  await writeFile(stateNames(dir).state, "corrupt");
  assert.equal((await openUsable(dir)).origin, "fresh");
  assert.deepEqual(await idIn(dir), { status: "ok", id, repaired: false, wasOpen: false });
});

for (const [name, text] of [
  ["empty", ""],
  ["not a UUID", "this is not an id\n"],
  ["cut short", "7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d"],
  ["two ids", "7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d4e5f\n7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d4e5f\n"],
] as const) {
  test(`a corrupt id (${name}) is replaced by a new one, which is reported once and then stays`, async (t) => {
    const dir = await temporaryFolder(t);
    await writeFile(stateNames(dir).machineId, text, { mode: 0o644 });
    const made = await idIn(dir);
    assert.match(made.id, UUID);
    assert.equal(made.repaired, "replaced");
    assert.equal(await modeOf(stateNames(dir).machineId), 0o600);
    assert.deepEqual(await idIn(dir), { status: "ok", id: made.id, repaired: false, wasOpen: false });
  });
}

for (const [name, text] of [
  ["lost", undefined],
  ["corrupt", "this is not an id\n"],
  ["different", "7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d4e5f\n"],
] as const) {
  test(`a file that is ${name} is restored from the state, which is reported once and then stays`, async (t) => {
    const dir = await temporaryFolder(t);
    const known = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    if (text !== undefined) await writeFile(stateNames(dir).machineId, text);
    assert.deepEqual(await machineId(stateFolder(dir), known), {
      status: "ok",
      id: known,
      repaired: "restored",
      wasOpen: false,
    });
    assert.equal(await modeOf(stateNames(dir).machineId), 0o600);
    assert.deepEqual(await namesIn(dir), ["machine-id"]);
    assert.deepEqual(await machineId(stateFolder(dir), known), {
      status: "ok",
      id: known,
      repaired: false,
      wasOpen: false,
    });
  });
}

test("an id that cannot be read is not replaced", async (t) => {
  const dir = await temporaryFolder(t);
  const { id } = await idIn(dir);
  const { files } = failingFiles(({ name }) => (name === "readFile" ? "EIO" : undefined));
  assert.deepEqual(await machineId(stateFolder(dir, files)), { status: "failed", code: "EIO" });
  assert.equal((await idIn(dir)).id, id);
});

test("a folder in place of the file: failed with EISDIR", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).machineId);
  assert.deepEqual(await machineId(stateFolder(dir)), { status: "failed", code: "EISDIR" });
});

test("a full disk: failed with ENOSPC, and no file is left", async (t) => {
  const dir = await temporaryFolder(t);
  const { files, openHandles } = failingFiles(({ name }) =>
    name === "handle.writeFile" ? "ENOSPC" : undefined,
  );
  assert.deepEqual(await machineId(stateFolder(dir, files)), { status: "failed", code: "ENOSPC" });
  assert.deepEqual(await namesIn(dir), []);
  assert.equal(openHandles(), 0);
});

test("on a file system without links the id is created too", async (t) => {
  const dir = await temporaryFolder(t);
  const { files } = failingFiles(({ name }) => (name === "link" ? "EPERM" : undefined));
  const { id } = await idIn(dir, files);
  assert.deepEqual(await namesIn(dir), ["machine-id"]);
  assert.equal((await idIn(dir)).id, id);
});

test("a folder that others could read gets mode 700", async (t) => {
  const dir = await temporaryFolder(t);
  await chmod(dir, 0o755);
  await idIn(dir);
  assert.equal(await modeOf(dir), 0o700);
});
