// What doctor says of a state folder that a beat could not make, or could not use.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, chown, cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Obstacle } from "../../src/commands/doctor/obstacle.ts";
import { judgeState } from "../../src/commands/doctor/state.ts";
import { gatherState } from "../../src/commands/doctor/state-facts.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { lines, told } from "../support/doctor/check-lines.ts";
import { doctor } from "../support/doctor/well-home.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { DIST, runProgram } from "../support/program.ts";
import { putState } from "../support/state-disk.ts";

const CHOOSE = "set stateDir (AGENT_USAGE_STATE_DIR) to a folder of its own";

const gather = async (dir: string) => ({
  ...(await gatherState(dir, "/home/me", NOW)),
  freeBytes: undefined,
});

test("a file above the folder: that it cannot be made, and what is in the way", async (t) => {
  const file = join(await temporaryFolder(t), "state");
  await writeFile(file, "");
  const checks = judgeState(await gather(join(file, "agent-usage")));
  assert.deepEqual(lines(checks), ["failure state-folder"]);
  assert.equal(
    told(checks),
    `${file}/agent-usage cannot be made: ${file} is no folder\nmove ${file} away, or ${CHOOSE}`,
  );
});

for (const [what, below] of [
  ["above the folder", "agent-usage"],
  ["in the folder's place", ""],
] as const) {
  test(`a link that leads nowhere ${what}: the command that makes its target`, async (t) => {
    const home = await temporaryFolder(t);
    await symlink("disk/state", join(home, "state"));
    const checks = judgeState(await gather(join(home, "state", below)));
    assert.deepEqual(lines(checks), ["failure state-folder"]);
    assert.match(told(checks), /state is a link that leads nowhere\n/);
    assert.equal(checks[0]?.fix, `mkdir -p ${home}/disk/state, or ${CHOOSE}`);
    await mkdir(join(home, "disk/state"), { recursive: true });
    assert.notEqual(judgeState(await gather(join(home, "state", below)))[0]?.status, "failure");
  });
}

test("root in another user's folder: that it is to be run as that user", {
  skip: process.geteuid?.() === 0 ? false : "only root can be told so",
}, async (t) => {
  const home = await temporaryFolder(t);
  await chown(home, 65_534, 65_534);
  const checks = judgeState(await gather(join(home, "state")));
  assert.deepEqual(lines(checks), ["failure state-folder"]);
  assert.match(told(checks), /belongs to another user\nrun it as that user, not as root, or /);
});

test("root in another user's folder that everybody shares: nothing is in the way, as for a beat", {
  skip: process.geteuid?.() === 0 ? false : "only root can be told so",
}, async (t) => {
  const shared = await temporaryFolder(t);
  await chown(shared, 65_534, 65_534);
  await chmod(shared, 0o1777);
  assert.notEqual(judgeState(await gather(join(shared, "state")))[0]?.status, "failure");
});

test("a link that leads in a circle is to be removed", async (t) => {
  const link = join(await temporaryFolder(t), "state");
  await symlink("state", link);
  assert.equal(judgeState(await gather(link))[0]?.fix, `rm ${link}, or ${CHOOSE}`);
});

const DIR = "/home/me/.local/state/agent-usage";
const CLOSED = { path: "/home/me/.local", why: "closed", isOurs: false } as const;

for (const [what, obstacle, says, fix] of [
  ["closed, and ours", { ...CLOSED, isOurs: true }, "no permission to write", "chmod u+rwx /home/me/.local"],
  ["root's in our home", CLOSED, "no permission to write", 'sudo chown "$(id -un)" /home/me/.local'],
  ["root's elsewhere", { ...CLOSED, path: "/" }, "no permission to write", CHOOSE],
  ["on a read-only disk", { ...CLOSED, why: "read_only" }, "a read-only file system", CHOOSE],
] as const satisfies [string, Obstacle, string, string][]) {
  test(`the nearest folder that is there is ${what}: a failure that names it`, async (t) => {
    const facts = await gather(join(await temporaryFolder(t), "none"));
    const checks = judgeState({ ...facts, dir: DIR, obstacle });
    assert.deepEqual(lines(checks), ["failure state-folder"]);
    assert.ok(checks[0]?.message.startsWith(`${DIR} cannot be made: ${obstacle.path} `), told(checks));
    assert.ok(checks[0]?.message.endsWith(says), told(checks));
    assert.equal(checks[0]?.fix, fix);
  });
}

const OTHER_USER = 65_534;

function whyNot(): string | false {
  if (process.getuid?.() !== 0) return "only root can run a program as somebody else";
  const { status } = spawnSync(process.execPath, ["--version"], {
    uid: OTHER_USER,
    gid: OTHER_USER,
    cwd: "/",
  });
  return status === 0 ? false : "this Node may not be run by another user";
}
const skip = whyNot();

/** The built program where everybody may run it, and a home of somebody who is not root. */
async function somebody(t: TestContext) {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  await cp(DIST, join(folder, "dist"), { recursive: true });
  const home = join(folder, "home");
  await mkdir(home);
  await chown(home, OTHER_USER, OTHER_USER);
  return { home, cli: join(folder, "dist/cli.js") };
}

test("a home that cannot be written: what beat ends with 4 for is a failure here too", {
  skip,
}, async (t) => {
  const { home, cli } = await somebody(t);
  await chmod(home, 0o500);
  const options = { env: { HOME: home, AGENT_USAGE_LIMITS: "off" }, user: OTHER_USER };
  assert.equal((await runProgram(t, cli, ["beat"], options)).code, 4);
  const { of } = await doctor(t, options.env, cli, { user: OTHER_USER });
  const [check, ...more] = [...of("state-folder"), ...of("state-file")];
  assert.deepEqual([check?.status, more], ["failure", []]);
  assert.match(check?.message ?? "", new RegExp(`cannot be made: ${home} gives no permission to write$`));
  assert.equal(check?.fix, `chmod u+rwx ${home}`);
});

test("files of another user's, as a beat by sudo leaves them: the one command that takes them all over", {
  skip,
}, async (t) => {
  const { home, cli } = await somebody(t);
  const dir = join(home, "state");
  await mkdir(dir, { mode: 0o700 });
  await putState(dir);
  const { state, machineId } = stateNames(dir);
  await writeFile(machineId, "", { mode: 0o600 });
  await chown(dir, OTHER_USER, OTHER_USER);
  const { of } = await doctor(t, { HOME: home, AGENT_USAGE_STATE_DIR: dir }, cli, { user: OTHER_USER });
  assert.deepEqual(
    of("state-folder").map(({ status, fix }) => [status, fix]),
    [["failure", `sudo chown "$(id -un)" ${machineId} ${state}`]],
  );
  assert.equal(of("state-file")[0]?.fix, `sudo chown "$(id -un)" ${state}`);
  assert.deepEqual((await readdir(dir)).sort(), ["machine-id", "state.json"]);
});

test("a folder of another user's that all may write to: a failure, for a beat cannot close it", {
  skip,
}, async (t) => {
  const { home, cli } = await somebody(t);
  const dir = join(home, "state");
  await mkdir(dir);
  await chmod(dir, 0o777);
  const { of } = await doctor(t, { HOME: home, AGENT_USAGE_STATE_DIR: dir }, cli, { user: OTHER_USER });
  assert.deepEqual(
    of("state-folder").map(({ message, fix }) => [message, fix]),
    [[`${dir} belongs to another user`, `sudo chown "$(id -un)" ${dir}`]],
  );
});
