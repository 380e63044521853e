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
import { type Home, makeHome } from "../support/home.ts";
import { assertNoLeaks } from "../support/no-leaks.ts";
import { CLI, DAEMON, runProgram, startProgram } from "../support/program.ts";
import { stateIn } from "../support/state-disk.ts";

/** A machine id whose scheduled beat comes `seconds` after an instant. */
function machineDue(seconds: number, now: number = Date.now()): string {
  const offset = (Math.floor(now / 1000) + seconds) % 900;
  for (;;) {
    const id = randomUUID();
    if (beatOffset(id) === offset) return id;
  }
}

/** A home whose daemon's next scheduled beat comes long after the end of the test. */
const quietHome = (t: TestContext, state?: string): Promise<Home> =>
  makeHome(t, { machineId: machineDue(600), ...(state !== undefined && { state }) });

/** The text of a state file with these fields. */
const stateText = (fields: object): string => JSON.stringify({ ...emptyState(), ...fields });

const lastBeat = (ago: number) => ({
  lastBeat: {
    at: new Date(Date.now() - ago).toISOString(),
    limitsStatus: "disabled",
    limitsDetail: null,
    readErrors: 0,
  },
});

async function seqIn({ names }: Home): Promise<number> {
  return (await stateIn(names.state)).seq;
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`the first beat runs immediately, and ${signal} then ends the daemon with 0`, async (t) => {
    const home = await quietHome(t);
    const daemon = await startProgram(t, DAEMON, [], { env: home.env });
    await daemon.waitForLine(/refresh done/);
    daemon.child.kill(signal);
    const ended = await daemon.ended;
    assert.deepEqual([ended.code, ended.signal], [0, null]);
    assert.equal(await seqIn(home), 1);
  });

  test(`${signal} during a push ends the daemon with 0: the state is saved and the lock released`, async (t) => {
    const collector = await startCollector(t, "never");
    const home = await quietHome(t);
    const env = {
      ...home.env,
      AGENT_USAGE_BASE_URL: collector.origin,
      NODE_EXTRA_CA_CERTS: collector.caFile,
    };
    const daemon = await startProgram(t, DAEMON, [], { env });
    await collector.request(1);
    assert.ok((await readdir(home.stateDir)).includes("beat.lock"));
    daemon.child.kill(signal);
    const ended = await daemon.ended;
    assert.equal(ended.code, 0);
    assert.match(ended.stdout, /"push":"aborted"/);
    assert.equal(await seqIn(home), 1);
    assert.ok(!(await readdir(home.stateDir)).includes("beat.lock"));
  });
}

test("`agent-usage run` is the daemon", async (t) => {
  const home = await quietHome(t);
  const daemon = await startProgram(t, CLI, ["run"], { env: home.env });
  await daemon.waitForLine(/refresh done/);
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
});

test("the log is JSON lines on standard output, with one info line for the beat and no path", async (t) => {
  const home = await quietHome(t);
  const daemon = await startProgram(t, DAEMON, [], { env: home.env });
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
  assertNoLeaks({ ...ended, home: daemon.home }, home.dir);
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
  const home = await quietHome(t, stateText(lastBeat(60_000)));
  // A beat first corrects the mode of the state file: an unchanged mode means that none has started.
  const file = home.names.state;
  await chmod(file, 0o640);
  const before = await readFile(file, "utf8");
  const daemon = await startProgram(t, DAEMON, [], { env: home.env });
  const line = await daemon.waitForLine(
    /"Skipped: last refresh was 1 minute ago\. Next at (?:\w+ \d+ \w+, )?\d\d:\d\d\."/,
  );
  const { level, next } = JSON.parse(line) as { level: string; next: string };
  assert.equal(level, "info");
  assert.equal(new Date(next).toISOString(), next);
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
  assert.equal(await readFile(file, "utf8"), before);
  assert.equal((await stat(file)).mode & 0o777, 0o640);
});

test("a scheduled beat that is due right after the first one is skipped", async (t) => {
  const now = Date.now();
  const home = await makeHome(t, { machineId: machineDue(30, now) });
  const daemon = await startProgram(t, DAEMON, [], {
    execArgv: ["--import", new URL("../support/service/virtual-clock.mjs", import.meta.url).href],
    env: { ...home.env, CLOCK_AT: `${now}`, ADVANCE_MS: "31000" },
  });
  await daemon.waitForLine(/refresh done/);
  daemon.child.kill("SIGUSR2");
  await daemon.waitForLine(/Skipped: last refresh was under a minute ago/);
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
  assert.equal(await seqIn(home), 1);
});

for (const [what, ago] of [
  ["over 5 minutes old", 301_000],
  ["in the future", -3_000_000],
] as const) {
  test(`if the last beat is ${what}, the daemon beats at startup`, async (t) => {
    const home = await quietHome(t, stateText(lastBeat(ago)));
    const daemon = await startProgram(t, DAEMON, [], { env: home.env });
    await daemon.waitForLine(/refresh done/);
    daemon.child.kill("SIGTERM");
    assert.equal((await daemon.ended).code, 0);
    assert.equal(await seqIn(home), 8);
  });
}

for (const [code, what, fields] of [
  [4, "of a newer version", { schemaVersion: 2 }],
  [1, "of another program", { program: "another" }],
] as const) {
  test(`a state ${what} ends the daemon with ${code} and is not touched`, async (t) => {
    const home = await quietHome(t, stateText(fields));
    const before = await readFile(home.names.state, "utf8");
    const ended = await runProgram(t, DAEMON, [], { env: home.env });
    assert.equal(ended.code, code);
    assertNoLeaks(ended, home.dir);
    assert.equal(await readFile(home.names.state, "utf8"), before);
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
