// Doctor and a state folder that a beat cannot create or use.
import assert from "node:assert/strict";
import { chmod, chown, cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gatherState } from "../../src/commands/doctor/state/facts.ts";
import { judgeState } from "../../src/commands/doctor/state/judge.ts";
import type { Obstacle } from "../../src/commands/doctor/state/obstacle.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { doctor } from "../support/doctor/healthy-home.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { OTHER_USER, skip } from "../support/other-user.ts";
import { DIST, runProgram } from "../support/program.ts";
import { putState } from "../support/state-disk.ts";

const CHOOSE = "set stateDir (AGENT_USAGE_STATE_DIR) to a folder of its own";

const gather = async (dir: string) => ({
  ...(await gatherState(dir, "/home/me", NOW)),
  freeBytes: undefined,
});

test("a file above the folder: the message names the file", async (t) => {
  const file = join(await temporaryFolder(t), "state");
  await writeFile(file, "");
  const checks = judgeState(await gather(join(file, "agent-usage")));
  assert.deepEqual(lines(checks), ["failure state-folder"]);
  assert.equal(
    printed(checks),
    `cannot create ${file}/agent-usage: ${file} is not a folder\nmove ${file} away, or ${CHOOSE}`,
  );
});

for (const [what, below] of [
  ["above the folder", "agent-usage"],
  ["in place of the folder", ""],
] as const) {
  test(`a broken link ${what}: the fix creates its target`, async (t) => {
    const home = await temporaryFolder(t);
    await symlink("disk/state", join(home, "state"));
    const checks = judgeState(await gather(join(home, "state", below)));
    assert.deepEqual(lines(checks), ["failure state-folder"]);
    assert.match(printed(checks), /state is a broken link\n/);
    assert.equal(checks[0]?.fix, `mkdir -p ${home}/disk/state, or ${CHOOSE}`);
    await mkdir(join(home, "disk/state"), { recursive: true });
    assert.notEqual(judgeState(await gather(join(home, "state", below)))[0]?.status, "failure");
  });
}

test("root in another user's folder: the fix is to run the command as that user", {
  skip: process.geteuid?.() === 0 ? false : "only for root",
}, async (t) => {
  const home = await temporaryFolder(t);
  await chown(home, OTHER_USER, OTHER_USER);
  const checks = judgeState(await gather(join(home, "state")));
  assert.deepEqual(lines(checks), ["failure state-folder"]);
  assert.match(printed(checks), /is owned by another user\nrun it as that user, not as root, or /);
});

test("root in another user's folder that all users share: no obstacle, as for a beat", {
  skip: process.geteuid?.() === 0 ? false : "only for root",
}, async (t) => {
  const shared = await temporaryFolder(t);
  await chown(shared, OTHER_USER, OTHER_USER);
  await chmod(shared, 0o1777);
  assert.notEqual(judgeState(await gather(join(shared, "state")))[0]?.status, "failure");
});

test("the fix for a circular link is to remove it", async (t) => {
  const link = join(await temporaryFolder(t), "state");
  await symlink("state", link);
  assert.equal(judgeState(await gather(link))[0]?.fix, `rm ${link}, or ${CHOOSE}`);
});

const DIR = "/home/me/.local/state/agent-usage";
const CLOSED = { path: "/home/me/.local", why: "closed", isOurs: false } as const;

for (const [what, obstacle, why, fix] of [
  [
    "closed, and ours",
    { ...CLOSED, isOurs: true },
    "no permission to write to /home/me/.local",
    "chmod u+rwx /home/me/.local",
  ],
  [
    "root's in our home",
    CLOSED,
    "no permission to write to /home/me/.local",
    'sudo chown "$(id -un)" /home/me/.local',
  ],
  ["root's elsewhere", { ...CLOSED, path: "/" }, "no permission to write to /", CHOOSE],
  [
    "on a read-only disk",
    { ...CLOSED, why: "read_only" },
    "/home/me/.local is on a read-only file system",
    CHOOSE,
  ],
] as const satisfies [string, Obstacle, string, string][]) {
  test(`the nearest folder that exists is ${what}: a failure that names it`, async (t) => {
    const facts = await gather(join(await temporaryFolder(t), "none"));
    const checks = judgeState({ ...facts, dir: DIR, obstacle });
    assert.deepEqual(lines(checks), ["failure state-folder"]);
    assert.equal(checks[0]?.message, `cannot create ${DIR}: ${why}`);
    assert.equal(checks[0]?.fix, fix);
  });
}

/** The built program where every user can run it, and the home of a user who is not root. */
async function otherUser(t: TestContext) {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  await cp(DIST, join(folder, "dist"), { recursive: true });
  const home = join(folder, "home");
  await mkdir(home);
  await chown(home, OTHER_USER, OTHER_USER);
  return { home, cli: join(folder, "dist/cli.js") };
}

test("a home that cannot be written: beat exits with 4, and doctor reports a failure", {
  skip,
}, async (t) => {
  const { home, cli } = await otherUser(t);
  await chmod(home, 0o500);
  const options = { env: { HOME: home, AGENT_USAGE_LIMITS: "off" }, user: OTHER_USER };
  assert.equal((await runProgram(t, cli, ["beat"], options)).code, 4);
  const { of } = await doctor(t, options.env, cli, { user: OTHER_USER });
  const [check, ...more] = [...of("state-folder"), ...of("state-file")];
  assert.deepEqual([check?.status, more], ["failure", []]);
  assert.match(check?.message ?? "", new RegExp(`^cannot create .*: no permission to write to ${home}$`));
  assert.equal(check?.fix, `chmod u+rwx ${home}`);
});

test("files owned by another user, as left by a beat with sudo: one command fixes them all", {
  skip,
}, async (t) => {
  const { home, cli } = await otherUser(t);
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

test("a world-writable folder of another user is a failure: a beat cannot close it", {
  skip,
}, async (t) => {
  const { home, cli } = await otherUser(t);
  const dir = join(home, "state");
  await mkdir(dir);
  await chmod(dir, 0o777);
  const { of } = await doctor(t, { HOME: home, AGENT_USAGE_STATE_DIR: dir }, cli, { user: OTHER_USER });
  assert.deepEqual(
    of("state-folder").map(({ message, fix }) => [message, fix]),
    [[`${dir} is owned by another user`, `sudo chown "$(id -un)" ${dir}`]],
  );
});
