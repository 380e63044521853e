// Links in the state folder, left by another user: their targets are never written, truncated, chmodded or removed.
import assert from "node:assert/strict";
import { chmod, lstat, mkdir, readFile, rename, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import { takeLock } from "../../src/state/lock/take-lock.ts";
import { snapshotIn } from "../support/collector.ts";
import { replaceWith } from "../support/damage.ts";
import { temporaryFolder } from "../support/folder.ts";
import { errorsIn, NEXT_BEAT_AT, usedWorld } from "../support/history.ts";
import { namesIn } from "../support/state-disk.ts";

interface Victim {
  readonly path: string;
  readonly assertUntouched: () => Promise<void>;
}

/** A file of another user: world-readable, last written long ago. */
async function makeVictim(t: TestContext, text = "precious"): Promise<Victim> {
  const path = join(await temporaryFolder(t), "precious");
  await writeFile(path, text);
  await chmod(path, 0o644);
  await utimes(path, 1_000_000_000, 1_000_000_000);
  const inspect = async () => {
    const { mode, size, ino, nlink, mtimeMs, uid } = await lstat(path);
    return { mode, size, ino, nlink, mtimeMs, uid, text: await readFile(path, "utf8") };
  };
  const before = await inspect();
  return { path, assertUntouched: async () => assert.deepEqual(await inspect(), before) };
}

/** The files that a beat writes but does not need, and their temporary files. */
const DISPENSABLE = [
  "state.json.tmp",
  "state.json.prev",
  "state.json.prev.tmp",
  "delivery.json",
  "delivery.json.tmp",
  "history.json",
  "history.json.tmp",
];

for (const name of DISPENSABLE) {
  test(`a link in place of ${name}: two beats are done, and its target is untouched`, async (t) => {
    const world = await usedWorld(t);
    const victim = await makeVictim(t);
    await replaceWith(join(world.stateDir, name), (path) => symlink(victim.path, path));
    for (const at of [NEXT_BEAT_AT, "2026-11-20T17:30:00.000Z"]) {
      assert.equal((await world.beat({ at })).status, "done");
    }
    await victim.assertUntouched();
    for (const left of await namesIn(world.stateDir)) {
      assert.ok(!(await lstat(join(world.stateDir, left))).isSymbolicLink(), left);
    }
    assert.deepEqual(snapshotIn(world.collector.requests.at(-1)).usage, world.known.usage);
  });
}

test("a link in place of state.json.before-jump: a beat weeks later is done, and its target is untouched", async (t) => {
  const world = await usedWorld(t);
  const victim = await makeVictim(t);
  await symlink(victim.path, world.names.beforeJump);
  assert.equal((await world.beat({ at: "2026-12-02T17:00:00.000Z" })).status, "done");
  await victim.assertUntouched();
  assert.ok((await lstat(world.names.beforeJump)).isFile());
});

test("a link in place of the state file to an intact state: the beat continues from it, and its target is untouched", async (t) => {
  const world = await usedWorld(t);
  const victim = await makeVictim(t, await readFile(world.names.state, "utf8"));
  await replaceWith(world.names.state, (path) => symlink(victim.path, path));
  for (const at of [NEXT_BEAT_AT, "2026-11-20T17:30:00.000Z"]) {
    assert.equal((await world.beat({ at })).status, "done");
  }
  await victim.assertUntouched();
  assert.ok((await lstat(world.names.state)).isFile());
  assert.equal(snapshotIn(world.collector.requests.at(-1)).stateId, world.known.stateId);
});

test("a link in place of the state file to something else: kept as corrupt with one error, and its target is untouched", {}, async (t) => {
  const world = await usedWorld(t);
  const victim = await makeVictim(t);
  await replaceWith(world.names.state, (path) => symlink(victim.path, path));
  assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
  assert.equal(errorsIn(world.logged).length, 1);
  await victim.assertUntouched();
});

test("a link in place of the machine id: a regular file replaces it, and its target is untouched", async (t) => {
  const world = await usedWorld(t);
  const victim = await makeVictim(t);
  await replaceWith(world.names.machineId, (path) => symlink(victim.path, path));
  assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
  await victim.assertUntouched();
  assert.ok((await lstat(world.names.machineId)).isFile());
});

test("a link in place of the lock, and links inside a year-old lock: removed, and their targets are untouched", async (t) => {
  const world = await usedWorld(t);
  const victim = await makeVictim(t);
  const folder = dirname(victim.path);
  await symlink(folder, world.names.lock);
  assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");

  await mkdir(world.names.lock);
  await symlink(folder, join(world.names.lock, "folder"));
  await symlink(victim.path, join(world.names.lock, "file"));
  const lastYear = Date.now() / 1000 - 365 * 86_400;
  await utimes(world.names.lock, lastYear, lastYear);
  assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
  assert.equal(world.logged.filter((text) => text.startsWith("warn removed a lock")).length, 2);
  await victim.assertUntouched();
  assert.ok(!(await namesIn(world.stateDir)).some((name) => name.startsWith(basename(world.names.lock))));
});

test("the state folder is a link to a folder with another user's file: the beat is done there, and the file is untouched", async (t) => {
  const world = await usedWorld(t);
  const victim = await makeVictim(t);
  const elsewhere = dirname(victim.path);
  for (const name of await namesIn(world.stateDir))
    await rename(join(world.stateDir, name), join(elsewhere, name));
  await replaceWith(world.stateDir, (path) => symlink(elsewhere, path));
  assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
  await victim.assertUntouched();
  assert.ok((await lstat(world.stateDir)).isSymbolicLink());
  assert.equal(snapshotIn(world.collector.requests.at(-1)).stateId, world.known.stateId);
});

test("the state folder is a dangling link: refused with one error, and nothing is created at its target", async (t) => {
  const world = await usedWorld(t);
  const parent = await temporaryFolder(t);
  await replaceWith(world.stateDir, (path) => symlink(join(parent, "gone"), path));
  assert.deepEqual(await world.beat({ at: NEXT_BEAT_AT }), {
    status: "state_unusable",
    reason: "unwritable",
  });
  assert.equal(errorsIn(world.logged).length, 1);
  assert.deepEqual(await namesIn(parent), []);
  assert.equal((await takeLock(stateFolder(world.stateDir))).status, "failed");
});
