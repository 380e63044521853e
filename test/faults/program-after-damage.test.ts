// The built program after the state was damaged: its messages, its exit code and what the collector gets.
import assert from "node:assert/strict";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { addDays, torontoDay } from "../../src/base/calendar.ts";
import type { Days } from "../../src/contract/index.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import type { State } from "../../src/state/law/state.ts";
import { snapshotIn, startCollector } from "../support/collector.ts";
import { NOT_FILES, replaceWith } from "../support/damage.ts";
import { at, DAY, frozen, MACHINE_ID, stateWith, used } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, DAEMON, runProgram, startProgram } from "../support/program.ts";
import { namesIn, openUsable } from "../support/state-disk.ts";

/** A collector, and a state folder with two saves, which is the program's only source for its frozen days. */
async function setUp(t: TestContext, more: Partial<State> = {}) {
  const dir = await temporaryFolder(t);
  const names = stateNames(dir);
  const now = Date.now();
  const days: Days = Object.fromEntries(
    [2, 3, 4, 5].map((ago) => [addDays(torontoDay(now), -ago), frozen(used(ago), now - DAY)]),
  );
  const { state, save } = await openUsable(dir);
  const lastBeat = { at: at(now - DAY), limitsStatus: "ok", limitsDetail: null, readErrors: 0 } as const;
  for (const seq of [0, 1]) await save(stateWith({ stateId: state.stateId, seq, days, lastBeat, ...more }));
  await writeFile(names.machineId, `${MACHINE_ID}\n`);
  const collector = await startCollector(t);
  const env = {
    AGENT_USAGE_STATE_DIR: dir,
    AGENT_USAGE_LIMITS: "off",
    AGENT_USAGE_BASE_URL: collector.origin,
    NODE_EXTRA_CA_CERTS: collector.caFile,
  };
  return { dir, names, days, stateId: state.stateId, collector, env };
}

/** The messages of a log at error level. */
function errorsOf(log: string): string[] {
  const lines = log.split("\n").filter((text) => text.startsWith("{"));
  const entries = lines.map((text) => JSON.parse(text) as { level: string; msg: string });
  return entries.filter(({ level }) => level === "error").map(({ msg }) => msg);
}

/** The days with usage in a push, with their number of requests. */
function requestsByDay(request: Parameters<typeof snapshotIn>[0]): Record<string, number> {
  const days = snapshotIn(request).usage.days.filter(({ models }) => models.length > 0);
  return Object.fromEntries(days.map(({ day, models }) => [day, models[0]?.requests ?? 0]));
}

const known = (days: Days) =>
  Object.fromEntries(Object.entries(days).map(([day, { models }]) => [day, models["model-a"]?.requests]));

test("`beat` with a truncated state: exit 0, one error, and each frozen day is pushed under a new stateId", async (t) => {
  const { names, days, stateId, collector, env } = await setUp(t);
  await replaceWith(names.state, (await readFile(names.state)).subarray(0, 300));
  const { code, stderr } = await runProgram(t, CLI, ["beat"], { env });
  assert.equal(code, 0, stderr);
  const [error = "", ...more] = errorsOf(stderr);
  assert.match(
    error,
    /^the state file is corrupt: restored the last copy; .* kept as state\.json\.corrupt-\S+$/,
  );
  assert.deepEqual(more, []);
  assert.deepEqual(requestsByDay(collector.requests[0]), known(days));
  const pushed = snapshotIn(collector.requests[0]);
  assert.notEqual(pushed.stateId, stateId);
  assert.equal(pushed.machine.id, MACHINE_ID);
});

test("the daemon with state and previous state corrupt: one error, a new stateId, the same machine", async (t) => {
  const { names, stateId, collector, env } = await setUp(t);
  for (const path of [names.state, names.previous]) await replaceWith(path, "{}");
  const daemon = await startProgram(t, DAEMON, [], { env });
  await daemon.waitForLine(/refresh done/);
  daemon.child.kill("SIGTERM");
  const { code, stdout } = await daemon.ended;
  assert.equal(code, 0);
  const [error = "", ...more] = errorsOf(stdout);
  assert.match(
    error,
    /^the state file is corrupt: no good copy is left, .* kept as state\.json\.corrupt-\S+$/,
  );
  assert.deepEqual(more, []);
  const pushed = snapshotIn(collector.requests[0]);
  assert.notEqual(pushed.stateId, stateId);
  assert.equal(pushed.machine.id, MACHINE_ID);
});

for (const [what, put] of Object.entries(NOT_FILES)) {
  test(`\`beat\` with ${what} in place of the state file: exit 4, one error, nothing is pushed`, async (t) => {
    const { dir, names, collector, env } = await setUp(t);
    await replaceWith(names.state, put);
    const there = await namesIn(dir);
    const { code, stderr } = await runProgram(t, CLI, ["beat"], { env });
    assert.equal(code, 4);
    const [error = "", ...more] = errorsOf(stderr);
    assert.match(error, /^cannot read the state: [^:]+\. Fix: [^:]+$/);
    assert.deepEqual(more, []);
    assert.deepEqual(collector.requests, []);
    assert.deepEqual(await namesIn(dir), there);
  });
}

test("the daemon with a corrupt state and no machine id takes the id from the previous state", async (t) => {
  const { names, collector, env } = await setUp(t, { machineId: MACHINE_ID });
  await replaceWith(names.state, "");
  await rm(names.machineId);
  const daemon = await startProgram(t, DAEMON, [], { env });
  await daemon.waitForLine(/refresh done/);
  daemon.child.kill("SIGTERM");
  assert.match((await daemon.ended).stdout, /"level":"warn".*the machine's id was missing or corrupt/);
  assert.equal(snapshotIn(collector.requests[0]).machine.id, MACHINE_ID);
  assert.equal(await readFile(names.machineId, "utf8"), `${MACHINE_ID}\n`);
});

test("with only an intact temporary file, status shows its days and the daemon uses its machine id", async (t) => {
  const { names, collector, env } = await setUp(t, { machineId: MACHINE_ID });
  await rename(names.state, names.temporary);
  await rm(names.previous);
  await rm(names.machineId);
  const { stdout, stderr } = await runProgram(t, CLI, ["status", "--json"], { env });
  assert.match(stderr, /the state file is corrupt or missing: showing the last good copy/);
  assert.notEqual((JSON.parse(stdout) as { lastBeat: unknown }).lastBeat, null);
  const daemon = await startProgram(t, DAEMON, [], { env });
  await daemon.waitForLine(/refresh done/);
  daemon.child.kill("SIGTERM");
  const { stdout: log } = await daemon.ended;
  assert.equal(log.match(/the machine's id was missing or corrupt/g)?.length, 1);
  assert.equal(snapshotIn(collector.requests[0]).machine.id, MACHINE_ID);
});

test("the daemon with a corrupt machine id and none in the state makes a new one, with a warning", async (t) => {
  const { dir, names, env } = await setUp(t);
  await writeFile(names.machineId, "corrupt\n");
  const daemon = await startProgram(t, DAEMON, [], { env });
  await daemon.waitForLine(/refresh done/);
  daemon.child.kill("SIGTERM");
  assert.match((await daemon.ended).stdout, /"level":"warn".*the machine's id was corrupt: made a new one/);
  assert.notEqual((await readFile(join(dir, "machine-id"), "utf8")).trim(), MACHINE_ID);
});
