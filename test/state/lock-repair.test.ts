// What the lock's own rule, an empty folder with an old time, would never clear is repaired, and said.
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

/** What was mended on the way to a lock that must be held then. */
async function repairedIn(t: TestContext, dir: string): Promise<string | undefined> {
  const lock = await takeLock(stateFolder(dir));
  assert.ok(lock.status === "held", lock.status);
  t.after(() => lock.release());
  assert.equal((await lock.probe()).status, "ok");
  assert.deepEqual(await namesIn(dir), ["beat.lock"]);
  return lock.repaired;
}

/** A lock folder whose time lies so many milliseconds from now. */
async function lockAged(dir: string, offset: number): Promise<string> {
  const path = stateNames(dir).lock;
  await mkdir(path, { recursive: true });
  const time = new Date(Date.now() + offset);
  await utimes(path, time, time);
  return path;
}

test("a lock from the future is mended", async (t) => {
  const dir = await temporaryFolder(t);
  await lockAged(dir, 365 * DAY);
  assert.equal(await repairedIn(t, dir), "future");
});

test("a plain file in its place is mended", async (t) => {
  const dir = await temporaryFolder(t);
  await writeFile(stateNames(dir).lock, "");
  assert.equal(await repairedIn(t, dir), "not_a_folder");
});

test("a link in its place is repaired, and what it leads to is left alone", async (t) => {
  const [dir, elsewhere] = [await temporaryFolder(t), await temporaryFolder(t)];
  await writeFile(join(elsewhere, "precious"), "");
  await symlink(elsewhere, stateNames(dir).lock);
  assert.equal(await repairedIn(t, dir), "not_a_folder");
  assert.deepEqual(await namesIn(elsewhere), ["precious"]);
});

test("a stale folder with a file inside is mended", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).lock);
  await writeFile(join(stateNames(dir).lock, ".nfs0001"), "");
  await lockAged(dir, -DAY);
  assert.equal(await repairedIn(t, dir), "not_empty");
});

test("a stale empty folder is taken over, with nothing mended", async (t) => {
  const dir = await temporaryFolder(t);
  await lockAged(dir, -DAY);
  assert.equal(await repairedIn(t, dir), undefined);
});

test("a living holder's folder with a file inside is left alone: taken", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).lock);
  await writeFile(join(stateNames(dir).lock, "file"), "");
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "taken" });
  await stat(join(stateNames(dir).lock, "file"));
});

test("the bounds: 20 s to either side are a living holder's, a millisecond more is not", async (t) => {
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

test("of two who mend at once one says so, and one lock is held", async (t) => {
  const dir = await temporaryFolder(t);
  await writeFile(stateNames(dir).lock, "");
  const locks = await Promise.all([takeLock(stateFolder(dir)), takeLock(stateFolder(dir))]);
  for (const lock of locks) if (lock.status === "held") t.after(() => lock.release());
  assert.equal(locks.filter(({ status }) => status === "held").length, 1);
});

test("nothing there: nothing to mend", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(stateNames(dir).lock);
  await rmdir(stateNames(dir).lock);
  assert.equal(await repairLock(stateNames(dir).lock), undefined);
});
