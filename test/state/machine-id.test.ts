// The machine's id: made once, and the same ever after, so that a lost state does not make a new machine.
import assert from "node:assert/strict";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { realFiles } from "../../src/base/disk/files.ts";
import { machineId } from "../../src/state/disk/machine-id.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { failingFiles } from "../support/failing-files.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn, openWhole } from "../support/state-disk.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The id of a folder in which one must be found or made. */
async function idIn(dir: string, files = realFiles): Promise<{ id: string; repaired: unknown }> {
  const made = await machineId(stateFolder(dir, files));
  assert.equal(made.status, "ok");
  return made as Extract<typeof made, { status: "ok" }>;
}

test("the first time a random UUID is made, in a file of its own with mode 600", async (t) => {
  const dir = await temporaryFolder(t);
  const { id, repaired } = await idIn(dir);
  assert.match(id, UUID);
  assert.equal(repaired, false);
  assert.equal((await readFile(stateNames(dir).machineId, "utf8")).trim(), id);
  assert.equal(await modeOf(stateNames(dir).machineId), 0o600);
  assert.deepEqual(await namesIn(dir), ["machine-id"]);
});

test("it has mode 600 and its folder 700 under umask 0", async (t) => {
  const dir = join(await temporaryFolder(t), "state");
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await idIn(dir);
  assert.equal(await modeOf(stateNames(dir).machineId), 0o600);
  assert.equal(await modeOf(dir), 0o700);
});

test("it is the same the next time, and its file is not written again", async (t) => {
  const dir = await temporaryFolder(t);
  const first = await idIn(dir);
  const { files, calls } = failingFiles();
  assert.deepEqual(await idIn(dir, files), first);
  assert.ok(calls.every(({ name }) => ["mkdir", "stat", "readFile"].includes(name)));
});

test("it is the same after the state is lost", async (t) => {
  const dir = await temporaryFolder(t);
  const { id } = await idIn(dir);
  await writeFile(stateNames(dir).state, "spoilt");
  assert.equal((await openWhole(dir)).origin, "fresh");
  assert.deepEqual(await idIn(dir), { status: "ok", id, repaired: false, wasOpen: false });
});

for (const [name, text] of [
  ["empty", ""],
  ["no UUID", "this is not an id\n"],
  ["cut short", "7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d"],
  ["two ids", "7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d4e5f\n7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d4e5f\n"],
] as const) {
  test(`a spoilt one (${name}) is made anew, said to be, and then stays`, async (t) => {
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
  ["spoilt", "this is not an id\n"],
  ["another", "7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d4e5f\n"],
] as const) {
  test(`one that is ${name} is restored from the state's, said to be, and then stays`, async (t) => {
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

test("one that cannot be read just now is not made anew", async (t) => {
  const dir = await temporaryFolder(t);
  const { id } = await idIn(dir);
  const { files } = failingFiles(({ name }) => (name === "readFile" ? "EIO" : undefined));
  assert.deepEqual(await machineId(stateFolder(dir, files)), { status: "failed", code: "EIO" });
  assert.equal((await idIn(dir)).id, id);
});

test("a folder in its place: failed with EISDIR", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).machineId);
  assert.deepEqual(await machineId(stateFolder(dir)), { status: "failed", code: "EISDIR" });
});

test("a full disk: failed with ENOSPC, and nothing is left behind", async (t) => {
  const dir = await temporaryFolder(t);
  const { files, openHandles } = failingFiles(({ name }) =>
    name === "handle.writeFile" ? "ENOSPC" : undefined,
  );
  assert.deepEqual(await machineId(stateFolder(dir, files)), { status: "failed", code: "ENOSPC" });
  assert.deepEqual(await namesIn(dir), []);
  assert.equal(openHandles(), 0);
});

test("links cannot be made: it is made all the same", async (t) => {
  const dir = await temporaryFolder(t);
  const { files } = failingFiles(({ name }) => (name === "link" ? "EPERM" : undefined));
  const { id } = await idIn(dir, files);
  assert.deepEqual(await namesIn(dir), ["machine-id"]);
  assert.equal((await idIn(dir)).id, id);
});

test("a folder that others could read is closed", async (t) => {
  const dir = await temporaryFolder(t);
  await chmod(dir, 0o755);
  await idIn(dir);
  assert.equal(await modeOf(dir), 0o700);
});
