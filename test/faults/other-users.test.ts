// Folders that belong to another user, or that everybody may write to: closed, or refused and said; never shared.
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
  test(`a state folder of our own with mode ${mode.toString(8)} is closed, that is said, and the beat done in it`, async (t) => {
    const world = await makeWorld(t);
    await mkdir(world.stateDir);
    await writeFile(join(world.stateDir, "others"), "theirs");
    await chmod(world.stateDir, mode);
    assert.equal((await world.beat()).status, "done");
    assert.equal((await world.beat()).status, "done");
    assert.equal(await modeOf(world.stateDir), 0o700);
    const said = world.logged.filter((text) =>
      text.startsWith("warn other users could write to the state folder"),
    );
    assert.equal(said.length, 1);
    assert.ok((await namesIn(world.stateDir)).includes("others"));
  });
}

test("the daemon says that it closed a state folder that others could write to", async (t) => {
  const dir = await temporaryFolder(t);
  await chmod(dir, 0o777);
  const daemon = await startProgram(t, DAEMON, [], { env: { AGENT_USAGE_STATE_DIR: dir } });
  await daemon.waitForLine(/beat done/);
  daemon.child.kill("SIGTERM");
  const said = (await daemon.ended).stdout.match(
    /"level":"warn".*other users could write to the state folder/g,
  );
  assert.equal(said?.length, 1);
});

test("a state folder that everybody shares, as /tmp is: refused, said, not closed, and nothing made in it", async (t) => {
  const world = await makeWorld(t);
  await mkdir(world.stateDir);
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
  test(`a state folder of another user's with mode ${mode.toString(8)}: exit 4, ${code} said, nothing made in it`, {
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

/** A beat of root's, as `sudo` runs it where that keeps HOME. */
const beatAsRoot = (t: TestContext, env: Record<string, string>) =>
  runProgram(t, CLI, ["beat"], { env: { AGENT_USAGE_LIMITS: "off", ...env } });

test("root with another user's HOME: exit 4, said, and nothing is made there that its owner could not read", {
  skip,
}, async (t) => {
  const home = await temporaryFolder(t);
  await chown(home, OTHER_USER, OTHER_USER);
  const { code, stderr } = await beatAsRoot(t, { HOME: home });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /"level":"error".*"code":"EOWNER".*owned by another user/);
  assert.deepEqual(await namesIn(home), []);
});

test("root with another user's state: exit 4, and no file of it changes hands", { skip }, async (t) => {
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

/** Somebody who is root in a namespace of their own, as in a container without privileges. */
const asContained = { uid: OTHER_USER, gid: OTHER_USER, encoding: "utf8" } as const;
const skipContained =
  skip ||
  (spawnSync("unshare", ["-r", "true"], asContained).status === 0 ? false : "no user namespaces here");

test("root of a container, who can tell nobody else's files apart, has a state in a shared folder", {
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

test("a folder of our own that is sticky, and for us alone, is no shared one", async (t) => {
  const world = await makeWorld(t);
  await mkdir(world.stateDir);
  await chmod(world.stateDir, 0o1700);
  assert.equal((await world.beat()).status, "done");
});

test("a state folder below one in which nothing can be made, as /proc: exit 4, and no turning round for ever", {
  skip: existsSync("/proc/self") ? false : "there is no /proc here",
}, async (t) => {
  const { code, stderr } = await beatAsRoot(t, { AGENT_USAGE_STATE_DIR: "/proc/agent-usage/state" });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /"level":"error".*"code":"(?:ENOENT|EACCES)"/);
});

test("HOME names another user's folder: exit 4, said, and nothing made in it", { skip }, async (t) => {
  const home = await rootFolder(t, 0o755);
  const { code, stderr } = await beatAsOtherUser(t, { HOME: home });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /"level":"error".*"code":"EACCES".*permission denied\. Fix: /);
  assert.deepEqual(await namesIn(home), []);
});
