// The lock between processes: one holder at a time, no waiting, and a dead holder's lock is taken over.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { mkdir, rmdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { STALE_MS } from "../../src/state/lock/repair.ts";
import { takeLock } from "../../src/state/lock/take-lock.ts";
import { failingFiles } from "../support/failing-files.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

const PROGRAM = new URL("../support/state/hold-lock.ts", import.meta.url);

/** Takes a lock that must be free. */
async function take(t: TestContext, dir: string) {
  const lock = await takeLock(stateFolder(dir));
  assert.equal(lock.status, "held");
  const held = lock as Extract<typeof lock, { status: "held" }>;
  t.after(() => held.release());
  return held;
}

/** Starts a process that holds the folder's lock. */
async function holder(t: TestContext, dir: string): Promise<ChildProcess> {
  const child = fork(PROGRAM, [dir], { execArgv: ["--import", import.meta.resolve("tsx")] });
  t.after(() => child.kill("SIGKILL"));
  assert.deepEqual((await once(child, "message"))[0], "held");
  return child;
}

/** Makes the lock stale. */
async function age(dir: string): Promise<void> {
  const long = new Date(Date.now() - 2 * STALE_MS);
  await utimes(stateNames(dir).lock, long, long);
}

/** Does what another process does that breaks a stale lock and takes it. */
async function breakAndRetake(dir: string): Promise<void> {
  await rmdir(stateNames(dir).lock);
  await mkdir(stateNames(dir).lock);
}

test("taking a free lock succeeds without a repair, in a folder of mode 700", async (t) => {
  const dir = await temporaryFolder(t);
  const { repaired, probe } = await take(t, dir);
  assert.equal(repaired, undefined);
  assert.equal((await probe()).status, "ok");
  assert.equal(await modeOf(dir), 0o700);
});

test("the lock is inside the state folder, and releasing it removes it", async (t) => {
  const dir = await temporaryFolder(t);
  const { release } = await take(t, dir);
  assert.deepEqual(await namesIn(dir), ["beat.lock"]);
  await release();
  assert.deepEqual(await namesIn(dir), []);
});

test("a second attempt in the same process finds the lock taken, without waiting", async (t) => {
  const dir = await temporaryFolder(t);
  const { probe } = await take(t, dir);
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "taken" });
  assert.equal((await probe()).status, "ok");
});

test("a released lock can be taken again", async (t) => {
  const dir = await temporaryFolder(t);
  await (await take(t, dir)).release();
  await take(t, dir);
});

test("releasing twice does no harm to the next holder", async (t) => {
  const dir = await temporaryFolder(t);
  const first = await take(t, dir);
  await first.release();
  const second = await take(t, dir);
  await first.release();
  assert.equal((await second.probe()).status, "ok");
});

test("two folders have two locks", async (t) => {
  const [one, other] = [await temporaryFolder(t), await temporaryFolder(t)];
  await take(t, one);
  await take(t, other);
});

test("a lock held by another process is taken until that process releases it", async (t) => {
  const dir = await temporaryFolder(t);
  const child = await holder(t, dir);
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "taken" });
  child.send("release");
  await once(child, "message");
  await take(t, dir);
});

test("the lock of a killed process is taken until it is stale, and then taken over", async (t) => {
  const dir = await temporaryFolder(t);
  const child = await holder(t, dir);
  child.kill("SIGKILL");
  await once(child, "exit");
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "taken" });
  await age(dir);
  const { repaired, probe } = await take(t, dir);
  assert.equal(repaired, undefined);
  assert.equal((await probe()).status, "ok");
});

test("a lock that another process broke and retook is lost for good", async (t) => {
  const dir = await temporaryFolder(t);
  const { probe } = await take(t, dir);
  await breakAndRetake(dir);
  assert.equal((await probe()).status, "lost");
  assert.equal((await probe()).status, "lost");
});

test("a lock that another process broke and released is lost", async (t) => {
  const dir = await temporaryFolder(t);
  const { probe } = await take(t, dir);
  await rmdir(stateNames(dir).lock);
  assert.equal((await probe()).status, "lost");
});

test("releasing a lost lock leaves the other process's lock in place, without an error", async (t) => {
  const dir = await temporaryFolder(t);
  const { release } = await take(t, dir);
  await breakAndRetake(dir);
  await release();
  assert.ok((await stat(stateNames(dir).lock)).isDirectory());
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "taken" });
});

/** From now on, or this many times, a check of the lock's folder fails with EIO. */
function failChecks(t: TestContext, times = Number.POSITIVE_INFINITY): void {
  const { stat } = fs.promises;
  let left = times;
  t.mock.method(fs.promises, "stat", async (...args: Parameters<typeof stat>) => {
    if (String(args[0]).endsWith("beat.lock") && left-- > 0) {
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    }
    return stat(...args);
  });
}

test("a lock that cannot be checked is reported as failed with the system error code, not as lost", async (t) => {
  const dir = await temporaryFolder(t);
  const { probe } = await take(t, dir);
  failChecks(t, 1);
  assert.deepEqual(await probe(), { status: "failed", code: "EIO" });
  assert.deepEqual(await probe(), { status: "ok" });
});

test("a lock that cannot be checked right after it was made is failed, and is released", async (t) => {
  const dir = await temporaryFolder(t);
  failChecks(t);
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "failed", code: "EIO" });
  assert.deepEqual(await namesIn(dir), []);
});

test("a folder that cannot be created: failed with the system error code", async (t) => {
  const { files } = failingFiles(({ name }) => (name === "mkdir" ? "EROFS" : undefined));
  assert.deepEqual(await takeLock(stateFolder(join(await temporaryFolder(t), "state"), files)), {
    status: "failed",
    code: "EROFS",
  });
});
