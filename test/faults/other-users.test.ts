// Folders that belong to another user, or that everybody may write to: closed, or refused and said; never shared.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, cp, lstat, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeWorld } from "../support/beat-world.ts";
import { temporaryFolder } from "../support/folder.ts";
import { errorsIn } from "../support/lived.ts";
import { CLI, DIST, runProgram } from "../support/program.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

const SOMEBODY = 65_534;

function whyNot(): string | false {
  if (process.getuid?.() !== 0) return "only root can run a program as somebody else";
  const identity = { uid: SOMEBODY, gid: SOMEBODY };
  const { status } = spawnSync(process.execPath, ["--version"], { ...identity, cwd: "/" });
  return status === 0 ? false : "this Node may not be run by another user";
}
const skip = whyNot();

/** `agent-usage beat` as somebody who is not root, from a copy that everybody may read. */
async function beatAsSomebody(t: TestContext, env: Record<string, string>) {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  await cp(DIST, folder, { recursive: true });
  return runProgram(t, join(folder, "cli.js"), ["beat"], {
    env: { AGENT_USAGE_LIMITS: "off", ...env },
    user: SOMEBODY,
  });
}

/** A folder of root's inside one that all may enter. */
async function rootsFolder(t: TestContext, mode: number): Promise<string> {
  const parent = await temporaryFolder(t);
  await chmod(parent, 0o755);
  const dir = join(parent, "state");
  await mkdir(dir);
  await chmod(dir, mode);
  return dir;
}

for (const mode of [0o777, 0o770, 0o2775]) {
  test(`a state folder of our own with mode ${mode.toString(8)} is closed, and the beat done in it`, async (t) => {
    const world = await makeWorld(t);
    await mkdir(world.stateDir);
    await writeFile(join(world.stateDir, "others"), "theirs");
    await chmod(world.stateDir, mode);
    assert.equal((await world.beat()).status, "done");
    assert.equal(await modeOf(world.stateDir), 0o700);
    assert.ok((await namesIn(world.stateDir)).includes("others"));
  });
}

test("a state folder that everybody shares, as /tmp is: refused, said, not closed, and nothing made in it", async (t) => {
  const world = await makeWorld(t);
  await mkdir(world.stateDir);
  await chmod(world.stateDir, 0o1777);
  assert.deepEqual(await world.beat(), { status: "state_unusable", reason: "unwritable" });
  assert.match(errorsIn(world.logged).join("\n"), /^error the state folder cannot be written[^\n]*"EPERM"/);
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
    const dir = await rootsFolder(t, mode);
    const { code: exit, stderr } = await beatAsSomebody(t, { AGENT_USAGE_STATE_DIR: dir });
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
  await chown(home, SOMEBODY, SOMEBODY);
  const { code, stderr } = await beatAsRoot(t, { HOME: home });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /"level":"error".*"code":"EOWNER".*belongs to another user/);
  assert.deepEqual(await namesIn(home), []);
});

test("root with another user's state: exit 4, and no file of it changes hands", { skip }, async (t) => {
  const home = await temporaryFolder(t);
  await chmod(home, 0o755);
  await chown(home, SOMEBODY, SOMEBODY);
  assert.equal((await beatAsSomebody(t, { HOME: home })).code, 0);
  const dir = join(home, ".local/state/agent-usage");
  const state = await readFile(join(dir, "state.json"), "utf8");
  const { code, stderr } = await beatAsRoot(t, { HOME: home });
  assert.equal(code, 4, stderr);
  assert.equal(await readFile(join(dir, "state.json"), "utf8"), state);
  for (const name of await namesIn(dir)) assert.equal((await lstat(join(dir, name))).uid, SOMEBODY);
  assert.equal((await beatAsSomebody(t, { HOME: home })).code, 0);
});

test("a state folder below one in which nothing can be made, as /proc: exit 4, and no turning round for ever", {
  skip: existsSync("/proc/self") ? false : "there is no /proc here",
}, async (t) => {
  const { code, stderr } = await beatAsRoot(t, { AGENT_USAGE_STATE_DIR: "/proc/agent-usage/state" });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /"level":"error".*"code":"(?:ENOENT|EACCES)"/);
});

test("HOME names another user's folder: exit 4, said, and nothing made in it", { skip }, async (t) => {
  const home = await rootsFolder(t, 0o755);
  const { code, stderr } = await beatAsSomebody(t, { HOME: home });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /"level":"error".*"code":"EACCES".*see to the disk and its owner/);
  assert.deepEqual(await namesIn(home), []);
});

test("settings, and a push token, that are another's and closed: exit 1, and the reason said", {
  skip,
}, async (t) => {
  const config = await rootsFolder(t, 0o755);
  await mkdir(join(config, "agent-usage"));
  const settings = join(config, "agent-usage", "config.json");
  await writeFile(settings, "{}", { mode: 0o600 });
  const first = await beatAsSomebody(t, { XDG_CONFIG_HOME: config });
  assert.deepEqual([first.code, first.stderr], [1, "agent-usage: settings file cannot be read (EACCES)\n"]);
  await chown(settings, SOMEBODY, SOMEBODY);
  const token = join(config, "token");
  await writeFile(token, "a-token\n", { mode: 0o600 });
  const second = await beatAsSomebody(t, { XDG_CONFIG_HOME: config, AGENT_USAGE_PUSH_TOKEN_FILE: token });
  assert.equal(second.code, 1);
  assert.match(
    second.stderr,
    /AGENT_USAGE_PUSH_TOKEN_FILE \(environment\): the file cannot be read \(EACCES\)/,
  );
});

/** A file's owner and mode that make it one not to rely on, and what is said of it. */
const NOT_OURS = [
  ["that somebody else owns", { owner: SOMEBODY - 1, mode: 0o644 }, "belongs to another user"],
  ["that everybody may write", { owner: SOMEBODY, mode: 0o666 }, "may be written by everybody"],
] as const;

for (const [which, { owner, mode }, said] of NOT_OURS) {
  test(`settings ${which}: exit 1, said with the mend`, { skip }, async (t) => {
    const config = await rootsFolder(t, 0o755);
    await mkdir(join(config, "agent-usage"));
    const settings = join(config, "agent-usage", "config.json");
    await writeFile(settings, "{}");
    await chown(settings, owner, owner);
    await chmod(settings, mode);
    const { code, stderr } = await beatAsSomebody(t, { XDG_CONFIG_HOME: config });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^agent-usage: settings file ${said}: [^\n]+\n$`));
  });

  test(`a push token ${which}: exit 1, said with the mend`, { skip }, async (t) => {
    const token = join(await rootsFolder(t, 0o755), "token");
    await writeFile(token, "a-token\n");
    await chown(token, owner, owner);
    await chmod(token, mode);
    const { code, stderr } = await beatAsSomebody(t, { AGENT_USAGE_PUSH_TOKEN_FILE: token });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`PUSH_TOKEN_FILE \\(environment\\): the file ${said}: `));
  });
}

test("settings and a push token of root's, as an administrator lays them down, are read", {
  skip,
}, async (t) => {
  const config = await rootsFolder(t, 0o755);
  await mkdir(join(config, "agent-usage"));
  await writeFile(join(config, "token"), "a-token\n", { mode: 0o644 });
  await writeFile(
    join(config, "agent-usage", "config.json"),
    JSON.stringify({ pushTokenFile: join(config, "token"), logLevel: "error" }),
    { mode: 0o644 },
  );
  const home = join(config, "home");
  await mkdir(home);
  await chown(home, SOMEBODY, SOMEBODY);
  const { code, stderr } = await beatAsSomebody(t, { XDG_CONFIG_HOME: config, HOME: home });
  assert.deepEqual([code, stderr], [0, ""]);
});
