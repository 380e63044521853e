// The daemon as a process: its first beat, its log and its exit (rules SERVICE-3, SERVICE-6, LOG-1).
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { beatOffset } from "../../src/service/schedule.ts";
import { startCollector } from "../support/collector.ts";
import { emptyState } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { assertNoLeaks } from "../support/no-leaks.ts";
import { CLI, DAEMON, runProgram, startProgram } from "../support/program.ts";

/** A machine id whose next scheduled beat is between `from` and `to` seconds from now. */
function machineDue(from: number, to: number): string {
  const now = Math.floor(Date.now() / 1000);
  for (;;) {
    const id = randomUUID();
    const wait = (beatOffset(id) - now) % 900;
    const ahead = wait < 0 ? wait + 900 : wait;
    if (ahead > from && ahead < to) return id;
  }
}

/** A machine id whose next scheduled beat is minutes away, after the end of the test. */
const quietMachine = () => machineDue(300, 600);

/** Makes a state folder, with a state file if fields are given. */
async function makeStateDir(t: TestContext, fields?: object): Promise<string> {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "machine-id"), quietMachine());
  if (fields !== undefined) {
    await writeFile(join(folder, "state.json"), JSON.stringify({ ...emptyState(), ...fields }));
  }
  return folder;
}

const lastBeat = (ago: number) => ({
  lastBeat: {
    at: new Date(Date.now() - ago).toISOString(),
    limitsStatus: "disabled",
    limitsDetail: null,
    readErrors: 0,
  },
});

async function seqIn(folder: string): Promise<number> {
  return (JSON.parse(await readFile(join(folder, "state.json"), "utf8")) as { seq: number }).seq;
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`the first beat runs immediately, and ${signal} then ends the daemon with 0`, async (t) => {
    const stateDir = await makeStateDir(t);
    const daemon = await startProgram(t, DAEMON, [], { env: { AGENT_USAGE_STATE_DIR: stateDir } });
    await daemon.waitForLine(/refresh done/);
    daemon.child.kill(signal);
    const ended = await daemon.ended;
    assert.deepEqual([ended.code, ended.signal], [0, null]);
    assert.equal(await seqIn(stateDir), 1);
  });

  test(`${signal} during a push ends the daemon with 0: the state is saved and the lock released`, async (t) => {
    const collector = await startCollector(t, "never");
    const stateDir = await makeStateDir(t);
    const env = {
      AGENT_USAGE_STATE_DIR: stateDir,
      AGENT_USAGE_BASE_URL: collector.origin,
      NODE_EXTRA_CA_CERTS: collector.caFile,
    };
    const daemon = await startProgram(t, DAEMON, [], { env });
    await collector.request(1);
    assert.ok((await readdir(stateDir)).includes("beat.lock"));
    daemon.child.kill(signal);
    const ended = await daemon.ended;
    assert.equal(ended.code, 0);
    assert.match(ended.stdout, /"push":"aborted"/);
    assert.equal(await seqIn(stateDir), 1);
    assert.ok(!(await readdir(stateDir)).includes("beat.lock"));
  });
}

test("`agent-usage run` is the daemon", async (t) => {
  const stateDir = await makeStateDir(t);
  const daemon = await startProgram(t, CLI, ["run"], { env: { AGENT_USAGE_STATE_DIR: stateDir } });
  await daemon.waitForLine(/refresh done/);
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
});

test("the log is JSON lines on standard output, with one info line for the beat and no path", async (t) => {
  const stateDir = await makeStateDir(t);
  const daemon = await startProgram(t, DAEMON, [], { env: { AGENT_USAGE_STATE_DIR: stateDir } });
  await daemon.waitForLine(/refresh done/);
  daemon.child.kill("SIGTERM");
  const ended = await daemon.ended;
  assert.equal(ended.stderr, "");
  const entries = ended.stdout
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text) as { level: string; time: string; msg: string });
  for (const { time } of entries) assert.equal(new Date(time).toISOString(), time);
  assert.deepEqual(
    entries.filter(({ level }) => level === "info").map(({ msg }) => msg.startsWith("refresh done")),
    [true],
  );
  assertNoLeaks({ ...ended, home: daemon.home }, stateDir);
});

test("a push that fails does not end the daemon", async (t) => {
  const { origin, caFile } = await startCollector(t, { status: 500 });
  const env = { AGENT_USAGE_BASE_URL: origin, NODE_EXTRA_CA_CERTS: caFile };
  const daemon = await startProgram(t, DAEMON, [], { env });
  await daemon.waitForLine(/"push":"http_500"/);
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
});

test("a state folder that cannot be written does not end the daemon", async (t) => {
  const stateDir = join(await temporaryFolder(t), "a-file");
  await writeFile(stateDir, "");
  const daemon = await startProgram(t, DAEMON, [], { env: { AGENT_USAGE_STATE_DIR: stateDir } });
  await daemon.waitForLine(/cannot write/);
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
});

test("if the last beat is under 5 minutes old, the daemon skips its first beat and logs when the next is due", async (t) => {
  const stateDir = await makeStateDir(t, lastBeat(60_000));
  // A beat first corrects the mode of the state file: an unchanged mode means that none has started.
  const file = join(stateDir, "state.json");
  await chmod(file, 0o640);
  const before = await readFile(file, "utf8");
  const daemon = await startProgram(t, DAEMON, [], { env: { AGENT_USAGE_STATE_DIR: stateDir } });
  const line = await daemon.waitForLine(/"Skipped: last refresh was 1 minute ago\. Next at \d\d:\d\d\."/);
  const { level, next } = JSON.parse(line) as { level: string; next: string };
  assert.equal(level, "info");
  assert.equal(new Date(next).toISOString(), next);
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
  assert.equal(await readFile(file, "utf8"), before);
  assert.equal((await stat(file)).mode & 0o777, 0o640);
});

test("a scheduled beat that is due right after the first one is skipped", async (t) => {
  const stateDir = await makeStateDir(t);
  await writeFile(join(stateDir, "machine-id"), machineDue(3, 6));
  const env = { AGENT_USAGE_STATE_DIR: stateDir, AGENT_USAGE_LOG_LEVEL: "debug" };
  const daemon = await startProgram(t, DAEMON, [], { env, timeoutMs: 20_000 });
  await daemon.waitForLine(/Skipped: last refresh was under a minute ago/);
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
  assert.equal(await seqIn(stateDir), 1);
});

for (const [what, ago] of [
  ["over 5 minutes old", 301_000],
  ["in the future", -3_000_000],
] as const) {
  test(`if the last beat is ${what}, the daemon beats at startup`, async (t) => {
    const stateDir = await makeStateDir(t, lastBeat(ago));
    const daemon = await startProgram(t, DAEMON, [], { env: { AGENT_USAGE_STATE_DIR: stateDir } });
    await daemon.waitForLine(/refresh done/);
    daemon.child.kill("SIGTERM");
    assert.equal((await daemon.ended).code, 0);
    assert.equal(await seqIn(stateDir), 8);
  });
}

for (const [code, what, fields] of [
  [4, "of a newer version", { schemaVersion: 2 }],
  [1, "of another program", { program: "another" }],
] as const) {
  test(`a state ${what} ends the daemon with ${code} and is not touched`, async (t) => {
    const stateDir = await makeStateDir(t, fields);
    const before = await readFile(join(stateDir, "state.json"), "utf8");
    const ended = await runProgram(t, DAEMON, [], { env: { AGENT_USAGE_STATE_DIR: stateDir } });
    assert.equal(ended.code, code);
    assertNoLeaks(ended, stateDir);
    assert.equal(await readFile(join(stateDir, "state.json"), "utf8"), before);
  });
}

for (const env of [
  { AGENT_USAGE_BASE_URL: "http://127.0.0.1:1" },
  { AGENT_USAGE_STATE_DIR: "relative" },
  { AGENT_USAGE_LOG_LEVEL: "loud" },
] as Record<string, string>[]) {
  const name = Object.keys(env)[0] ?? "";
  test(`a wrong ${name} ends the daemon with 1 and is named`, async (t) => {
    const ended = await runProgram(t, DAEMON, [], { env });
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, new RegExp(name));
    assertNoLeaks(ended);
  });
}
