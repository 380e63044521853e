// The disk of the state folder is full: nothing is lost, and beats work again once there is room.
// AGENT_USAGE_LONG_TESTS=1 for a full hour.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { savingHome } from "../support/faults/saving-home.ts";
import { smallDisk, withoutSmallDisk } from "../support/faults/small-disk.ts";
import { CLI, DAEMON, runProgram, startProgram } from "../support/program.ts";
import { fastClock, withoutFakeClock } from "../support/service/fake-clock.ts";
import { namesIn, stateIn } from "../support/state-disk.ts";

/** The daemon's clock runs this many times faster. */
const FACTOR = 240;
/** An hour of beats, or only the first one. */
const FAILED_BEATS = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 5 : 1;
const skip = withoutSmallDisk;

test("a full disk: `beat` exits with 4 and keeps the old state; with room again the next beat works", {
  skip,
}, async (t) => {
  const disk = await smallDisk(t, { kib: 64 });
  const home = await savingHome(t, { dir: disk.dir });
  disk.fill();
  await home.assertFailed(await runProgram(t, CLI, ["beat"], { env: home.env }));
  assert.ok(await home.isOld());
  await home.assertNoTemporary();
  disk.makeRoom();
  await home.assertNextWorks();
});

test("a disk with room for a part of the state: exit 4 and the old state", { skip }, async (t) => {
  const disk = await smallDisk(t, { kib: 64 });
  const home = await savingHome(t, { dir: disk.dir, models: 350 });
  const ended = await runProgram(t, CLI, ["beat"], { env: home.env });
  await home.assertFailed(ended);
  assert.ok(await home.isOld());
  await home.assertNoTemporary();
});

test("a disk without a free inode: exit 4 and the old state", { skip }, async (t) => {
  // The root, the folder and three files in it.
  const disk = await smallDisk(t, { kib: 64, files: 5 });
  const home = await savingHome(t, { dir: disk.dir });
  await home.assertFailed(await runProgram(t, CLI, ["beat"], { env: home.env }));
  assert.ok(await home.isOld());
});

test("an empty folder on a full disk: exit 4, no partial file, and the first beat with room works", {
  skip,
}, async (t) => {
  const disk = await smallDisk(t, { kib: 64 });
  disk.fill();
  const env = { AGENT_USAGE_STATE_DIR: disk.dir, AGENT_USAGE_LIMITS: "off" };
  const { code, stdout } = await runProgram(t, CLI, ["beat"], { env });
  assert.equal(code, 4);
  assert.match(stdout, /^Cannot write to the state folder\. Fix: [^\n]+\n$/);
  assert.deepEqual(await namesIn(disk.dir), []);
  disk.makeRoom();
  assert.equal((await runProgram(t, CLI, ["beat"], { env })).code, 0);
  assert.equal((await stateIn(stateNames(disk.dir).state)).seq, 1);
});

test(`a daemon whose disk is full for ${FAILED_BEATS} beats continues, and the first beat with room succeeds`, {
  skip: withoutSmallDisk || withoutFakeClock,
}, async (t) => {
  const disk = await smallDisk(t, { kib: 64 });
  const home = await savingHome(t, { dir: disk.dir });
  disk.fill();
  const daemon = await startProgram(t, DAEMON, [], {
    env: { ...fastClock(FACTOR), ...home.env, AGENT_USAGE_LOG_LEVEL: "debug" },
    timeoutMs: 120_000,
  });
  const logged: string[] = [];
  let failed = 0;
  assert.ok(daemon.child.stdout);
  for await (const text of createInterface(daemon.child.stdout)) {
    const { level, msg } = JSON.parse(text) as { level: string; msg: string };
    if (level !== "debug") logged.push(`${level} ${msg}`);
    if (msg.startsWith("cannot write to the state folder") && ++failed <= FAILED_BEATS) {
      assert.ok(await home.isOld());
      await home.assertNoTemporary();
      if (failed === FAILED_BEATS) disk.makeRoom();
    }
    if (msg.startsWith("refresh done")) break;
  }
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
  assert.equal(await home.isOld(), false);
  assert.equal(failed, FAILED_BEATS);
  // Logged once, not every 15 minutes.
  assert.deepEqual(
    logged.map((text) => text.replace(/:.*/, "")),
    ["error cannot write to the state folder", "info saving", "info refresh done"],
  );
});
