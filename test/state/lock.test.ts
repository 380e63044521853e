// The lock between processes: one holder at a time, nobody waits, and a dead holder's lock is taken over.
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

/** A lock that must be free. */
async function take(t: TestContext, dir: string) {
  const lock = await takeLock(stateFolder(dir));
  assert.equal(lock.status, "held");
  const held = lock as Extract<typeof lock, { status: "held" }>;
  t.after(() => held.release());
  return held;
}

/** A process that holds the folder's lock. */
async function holder(t: TestContext, dir: string): Promise<ChildProcess> {
  const child = fork(PROGRAM, [dir], { execArgv: ["--import", import.meta.resolve("tsx")] });
  t.after(() => child.kill("SIGKILL"));
  assert.deepEqual((await once(child, "message"))[0], "held");
  return child;
}

/** As if the lock had not been refreshed for longer than a living holder lets pass. */
async function age(dir: string): Promise<void> {
  const long = new Date(Date.now() - 2 * STALE_MS);
  await utimes(stateNames(dir).lock, long, long);
}

/** As another process does that breaks a stale lock and takes it. */
async function breakAndRetake(dir: string): Promise<void> {
  await rmdir(stateNames(dir).lock);
  await mkdir(stateNames(dir).lock);
}

test("a free lock is held, with nothing repaired, in a folder of mode 700", async (t) => {
  const dir = await temporaryFolder(t);
  const { repaired, probe } = await take(t, dir);
  assert.equal(repaired, undefined);
  assert.equal((await probe()).status, "ok");
  assert.equal(await modeOf(dir), 0o700);
});

test("the lock lies inside the state folder, and is gone when it is released", async (t) => {
  const dir = await temporaryFolder(t);
  const { release } = await take(t, dir);
  assert.deepEqual(await namesIn(dir), ["beat.lock"]);
  await release();
  assert.deepEqual(await namesIn(dir), []);
});

test("a second one in the same process gets taken, at once", async (t) => {
  const dir = await temporaryFolder(t);
  const { probe } = await take(t, dir);
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "taken" });
  assert.equal((await probe()).status, "ok");
});

test("a released lock is free again", async (t) => {
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

test("one that another process holds is taken, and free once that releases it", async (t) => {
  const dir = await temporaryFolder(t);
  const child = await holder(t, dir);
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "taken" });
  child.send("release");
  await once(child, "message");
  await take(t, dir);
});

test("one whose holder was killed is taken at first, and taken over once it is old", async (t) => {
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

test("a lock that another broke and retook is not held any more, and never again", async (t) => {
  const dir = await temporaryFolder(t);
  const { probe } = await take(t, dir);
  await breakAndRetake(dir);
  assert.equal((await probe()).status, "lost");
  assert.equal((await probe()).status, "lost");
});

test("a lock that another broke and released is not held any more", async (t) => {
  const dir = await temporaryFolder(t);
  const { probe } = await take(t, dir);
  await rmdir(stateNames(dir).lock);
  assert.equal((await probe()).status, "lost");
});

test("releasing a lock that another retook leaves the other's in place, and is no error", async (t) => {
  const dir = await temporaryFolder(t);
  const { release } = await take(t, dir);
  await breakAndRetake(dir);
  await release();
  assert.ok((await stat(stateNames(dir).lock)).isDirectory());
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "taken" });
});

/** Has the lock's folder answer EIO to who looks at it, from now on or for so many times. */
function unlookable(t: TestContext, times = Number.POSITIVE_INFINITY): void {
  const { stat } = fs.promises;
  let left = times;
  t.mock.method(fs.promises, "stat", async (...args: Parameters<typeof stat>) => {
    if (String(args[0]).endsWith("beat.lock") && left-- > 0) {
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    }
    return stat(...args);
  });
}

test("a lock that cannot be looked at is not taken for lost: that is said with the system's code", async (t) => {
  const dir = await temporaryFolder(t);
  const { probe } = await take(t, dir);
  unlookable(t, 1);
  assert.deepEqual(await probe(), { status: "failed", code: "EIO" });
  assert.deepEqual(await probe(), { status: "ok" });
});

test("a lock that cannot be looked at right after it was made is not held, and is let go", async (t) => {
  const dir = await temporaryFolder(t);
  unlookable(t);
  assert.deepEqual(await takeLock(stateFolder(dir)), { status: "failed", code: "EIO" });
  assert.deepEqual(await namesIn(dir), []);
});

test("a folder that cannot be made: failed with the system's code, and no rejection", async (t) => {
  const { files } = failingFiles(({ name }) => (name === "mkdir" ? "EROFS" : undefined));
  assert.deepEqual(await takeLock(stateFolder(join(await temporaryFolder(t), "state"), files)), {
    status: "failed",
    code: "EROFS",
  });
});
