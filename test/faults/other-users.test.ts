// State folders of another user or writable by others: closed or refused, with a message; never shared.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, cp, lstat, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeWorld } from "../support/beat-world.ts";
import { temporaryFolder } from "../support/folder.ts";
import { errorsIn } from "../support/history.ts";
import { beatAsOtherUser, OTHER_USER, rootFolder, skip } from "../support/other-user.ts";
import { CLI, DAEMON, DIST, runProgram, startProgram } from "../support/program.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

for (const mode of [0o777, 0o770, 0o2775]) {
  test(`our own state folder with mode ${mode.toString(8)} is closed with one warning, and the beat is done`, async (t) => {
    const world = await makeWorld(t);
    await mkdir(world.stateDir, { recursive: true });
    await writeFile(join(world.stateDir, "others"), "theirs");
    await chmod(world.stateDir, mode);
    assert.equal((await world.beat()).status, "done");
    assert.equal((await world.beat()).status, "done");
    assert.equal(await modeOf(world.stateDir), 0o700);
    const warnings = world.logged.filter((text) =>
      text.startsWith("warn other users could write to the state folder"),
    );
    assert.equal(warnings.length, 1);
    assert.ok((await namesIn(world.stateDir)).includes("others"));
  });
}

test("the daemon warns that it closed a state folder that others could write to", async (t) => {
  const dir = await temporaryFolder(t);
  await chmod(dir, 0o777);
  const daemon = await startProgram(t, DAEMON, [], { env: { AGENT_USAGE_STATE_DIR: dir } });
  await daemon.waitForLine(/refresh done/);
  daemon.child.kill("SIGTERM");
  const warnings = (await daemon.ended).stdout.match(
    /"level":"warn".*other users could write to the state folder/g,
  );
  assert.equal(warnings?.length, 1);
});

test("a shared state folder like /tmp: refused with an error, not closed, and nothing is created in it", async (t) => {
  const world = await makeWorld(t);
  await mkdir(world.stateDir, { recursive: true });
  await chmod(world.stateDir, 0o1777);
  assert.deepEqual(await world.beat(), { status: "state_unusable", reason: "unwritable" });
  assert.match(errorsIn(world.logged).join("\n"), /^error cannot write to the state folder[^\n]*"EPERM"/);
  assert.equal((await lstat(world.stateDir)).mode & 0o7777, 0o1777);
  assert.deepEqual(await namesIn(world.stateDir), []);
  assert.deepEqual(world.calls, []);
});

for (const [mode, code] of [
  [0o777, "EPERM"],
  [0o755, "EPERM"],
  [0o700, "EACCES"],
] as const) {
  test(`another user's state folder with mode ${mode.toString(8)}: exit 4 with ${code}, and nothing is created in it`, {
    skip,
  }, async (t) => {
    const dir = await rootFolder(t, mode);
    const { code: exit, stderr } = await beatAsOtherUser(t, { AGENT_USAGE_STATE_DIR: dir });
    assert.equal(exit, 4, stderr);
    assert.match(stderr, new RegExp(`"level":"error".*"code":"${code}"`));
    assert.deepEqual(await namesIn(dir), []);
    assert.equal(await modeOf(dir), mode);
  });
}

/** A beat as root, as a `sudo` that keeps HOME runs it. */
const beatAsRoot = (t: TestContext, env: Record<string, string>) =>
  runProgram(t, CLI, ["beat"], { env: { AGENT_USAGE_LIMITS: "off", ...env } });

test("root with another user's HOME: exit 4 with an error, and nothing is created there", {
  skip,
}, async (t) => {
  const home = await temporaryFolder(t);
  await chown(home, OTHER_USER, OTHER_USER);
  const { code, stderr } = await beatAsRoot(t, { HOME: home });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /"level":"error".*"code":"EOWNER".*owned by another user/);
  assert.deepEqual(await namesIn(home), []);
});

test("root with another user's state: exit 4, and no file changes its owner", { skip }, async (t) => {
  const home = await temporaryFolder(t);
  await chmod(home, 0o755);
  await chown(home, OTHER_USER, OTHER_USER);
  assert.equal((await beatAsOtherUser(t, { HOME: home })).code, 0);
  const dir = join(home, ".local/state/agent-usage");
  const state = await readFile(join(dir, "state.json"), "utf8");
  const { code, stderr } = await beatAsRoot(t, { HOME: home });
  assert.equal(code, 4, stderr);
  assert.equal(await readFile(join(dir, "state.json"), "utf8"), state);
  for (const name of await namesIn(dir)) assert.equal((await lstat(join(dir, name))).uid, OTHER_USER);
  assert.equal((await beatAsOtherUser(t, { HOME: home })).code, 0);
});

/** A user who is root in their own namespace, as in an unprivileged container. */
const asContained = { uid: OTHER_USER, gid: OTHER_USER, encoding: "utf8" } as const;
const skipContained =
  skip ||
  (spawnSync("unshare", ["-r", "true"], asContained).status === 0
    ? false
    : "user namespaces are not available");

test("root in a container, where all other owners look the same, can use a state in a shared folder", {
  skip: skipContained,
}, async (t) => {
  const shared = await temporaryFolder(t);
  await chmod(shared, 0o1777);
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  await cp(DIST, folder, { recursive: true });
  const { status, stderr } = spawnSync("unshare", ["-r", process.execPath, join(folder, "cli.js"), "beat"], {
    ...asContained,
    cwd: "/",
    env: { HOME: join(shared, "home"), AGENT_USAGE_LIMITS: "off", PATH: process.env["PATH"] },
  });
  assert.equal(status, 0, stderr);
});

test("our own sticky folder with mode 1700 does not count as shared", async (t) => {
  const world = await makeWorld(t);
  await mkdir(world.stateDir, { recursive: true });
  await chmod(world.stateDir, 0o1700);
  assert.equal((await world.beat()).status, "done");
});

test("a state folder inside one that rejects new folders, like /proc: exit 4, without an endless loop", {
  skip: existsSync("/proc/self") ? false : "there is no /proc",
}, async (t) => {
  const { code, stderr } = await beatAsRoot(t, { AGENT_USAGE_STATE_DIR: "/proc/agent-usage/state" });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /"level":"error".*"code":"(?:ENOENT|EACCES)"/);
});

test("HOME is another user's folder: exit 4 with an error, and nothing is created in it", {
  skip,
}, async (t) => {
  const home = await rootFolder(t, 0o755);
  const { code, stderr } = await beatAsOtherUser(t, { HOME: home });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /"level":"error".*"code":"EACCES".*permission denied\. Fix: /);
  assert.deepEqual(await namesIn(home), []);
});
