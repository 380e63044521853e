// A lock that could never be broken or released is removed, and reported (rule LOCK-4).
import assert from "node:assert/strict";
import { mkdir, rmdir, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { repairLock, STALE_MS } from "../../src/state/lock/repair.ts";
import { takeLock } from "../../src/state/lock/take-lock.ts";
import { DAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { namesIn } from "../support/state-disk.ts";

/** Takes the lock, which must succeed, and returns what was repaired first. */
async function repairedIn(t: TestContext, dir: string): Promise<string | undefined> {
  const lock = await takeLock(stateFolder(dir));
  assert.ok(lock.status === "held", lock.status);
  t.after(() => lock.release());
  assert.equal((await lock.probe()).status, "ok");
  assert.deepEqual(await namesIn(dir), ["beat.lock"]);
  return lock.repaired;
}

/** Creates a lock folder with a time this many milliseconds from now. */
async function lockAged(dir: string, offset: number): Promise<string> {
  const path = stateNames(dir).lock;
  await mkdir(path, { recursive: true });
  const time = new Date(Date.now() + offset);
  await utimes(path, time, time);
  return path;
}

test("a lock from the future is removed", async (t) => {
  const dir = await temporaryFolder(t);
  await lockAged(dir, 365 * DAY);
  assert.equal(await repairedIn(t, dir), "future");
});

test("a file in place of the lock is removed", async (t) => {
  const dir = await temporaryFolder(t);
  await writeFile(stateNames(dir).lock, "");
  assert.equal(await repairedIn(t, dir), "not_a_folder");
});

test("a link in place of the lock is removed, and its target is untouched", async (t) => {
  const [dir, elsewhere] = [await temporaryFolder(t), await temporaryFolder(t)];
  await writeFile(join(elsewhere, "precious"), "");
  await symlink(elsewhere, stateNames(dir).lock);
  assert.equal(await repairedIn(t, dir), "not_a_folder");
  assert.deepEqual(await namesIn(elsewhere), ["precious"]);
});

test("a stale lock with a file inside is removed", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).lock);
  await writeFile(join(stateNames(dir).lock, ".nfs0001"), "");
  await lockAged(dir, -DAY);
  assert.equal(await repairedIn(t, dir), "not_empty");
});

test("a stale empty lock is taken over without a repair", async (t) => {
  const dir = await temporaryFolder(t);
  await lockAged(dir, -DAY);
  assert.equal(await repairedIn(t, dir), undefined);
});

test("a fresh lock with a file inside is left alone: the lock is taken", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).lock);
  await writeFile(join(stateNames(dir).lock, "file"), "");
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "taken" });
  await stat(join(stateNames(dir).lock, "file"));
});

test("a lock is repaired from a millisecond over 20 seconds in the past or future", async (t) => {
  const dir = await temporaryFolder(t);
  const now = 1_800_000_000_000;
  const path = stateNames(dir).lock;
  const repairAt = async (offset: number) => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "file"), "");
    const seconds = (now + offset) / 1000;
    await utimes(path, seconds, seconds);
    return repairLock(path, now);
  };
  assert.equal(await repairAt(STALE_MS), undefined);
  assert.equal(await repairAt(STALE_MS + 1), "future");
  assert.equal(await repairAt(-STALE_MS), undefined);
  assert.equal(await repairAt(-STALE_MS - 1), "not_empty");
});

test("of two beats that repair a lock at the same moment, one holds the lock", async (t) => {
  const dir = await temporaryFolder(t);
  await writeFile(stateNames(dir).lock, "");
  const locks = await Promise.all([takeLock(stateFolder(dir)), takeLock(stateFolder(dir))]);
  for (const lock of locks) if (lock.status === "held") t.after(() => lock.release());
  assert.equal(locks.filter(({ status }) => status === "held").length, 1);
});

test("without a lock there is nothing to repair", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).lock);
  await rmdir(stateNames(dir).lock);
  assert.equal(await repairLock(stateNames(dir).lock), undefined);
});
