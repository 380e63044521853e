// A beat starts the alert command when a limit reaches a threshold (rules ALERT-1 to ALERT-6).
import assert from "node:assert/strict";
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Alert } from "../../src/alert/index.ts";
import { conditionLog } from "../../src/service/daemon/conditions.ts";
import { BEAT_AT, makeWorld, type World } from "../support/beat-world.ts";
import { at, MINUTE, NOW } from "../support/fixtures.ts";
import { startSleepers } from "../support/sleepers.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

interface AlertWorld extends World {
  /** A beat at a minute after `BEAT_AT` with this percent of the session used; without one, the vendor fails. */
  readonly use: (minute: number, percent: number | undefined) => ReturnType<World["beat"]>;
  /** The alerts that the command got, oldest first. */
  readonly alerts: () => Promise<Alert[]>;
}

/** A session that resets in two hours. A command that notes each alert, unless another is given. */
async function alertWorld(t: TestContext, alertCommand?: readonly string[] | null): Promise<AlertWorld> {
  const world = await makeWorld(t);
  const file = join(world.home, "alerts");
  const noting = ["sh", "-c", 'cat >>"$0"', file];
  const config = {
    ...world.config,
    alertAt: [80, 95],
    ...(alertCommand !== null && { alertCommand: alertCommand ?? noting }),
  };
  const log = conditionLog(world.log);
  const env = { HOME: world.home, PATH: process.env["PATH"] };
  return {
    ...world,
    use(minute, percent) {
      const limits = [{ kind: "session", percent, resets_at: "2026-11-20T19:00:00Z" }];
      const status = percent === undefined ? 500 : 200;
      world.vendor.answer({ status, body: JSON.stringify({ limits }) });
      return world.beat({ at: at(NOW + minute * MINUTE), config, log, env });
    },
    async alerts() {
      const text = await readFile(file, "utf8").catch(() => "");
      const lines = text.split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as Alert);
    },
  };
}

test("a limit that reaches a threshold starts the command once, with the limit and its figures", async (t) => {
  const world = await alertWorld(t);
  for (const [minute, percent] of [
    [0, 79],
    [15, 80],
    [30, 82],
    [45, 80],
  ] as const) {
    assert.equal((await world.use(minute, percent)).status, "done");
  }
  const [alert, ...more] = await world.alerts();
  assert.deepEqual(more, []);
  const { forecast, ...facts } = alert as Alert;
  assert.deepEqual(facts, {
    kind: "session",
    group: "session",
    model: null,
    percent: 80,
    threshold: 80,
    resetsAt: "2026-11-20T19:00:00.000Z",
    test: false,
  });
  assert.equal(forecast.status, "runs_out");
});

test("without an alert command, nothing is started and nothing remembered", async (t) => {
  const world = await alertWorld(t, null);
  await world.use(0, 99);
  assert.deepEqual(await world.alerts(), []);
  assert.ok(!(await namesIn(world.stateDir)).includes("alerts.json"));
});

test("what was raised is in alerts.json, for its owner only", async (t) => {
  const world = await alertWorld(t);
  await world.use(0, 80);
  assert.equal(await modeOf(join(world.stateDir, "alerts.json")), 0o600);
});

test("without alerts.json, an alert is repeated, and nothing else happens", async (t) => {
  const world = await alertWorld(t);
  await world.use(0, 80);
  await rm(join(world.stateDir, "alerts.json"));
  assert.equal((await world.use(15, 80)).status, "done");
  assert.equal((await world.alerts()).length, 2);
});

test("a folder in place of alerts.json does no harm but to repeat an alert", async (t) => {
  const world = await alertWorld(t);
  await mkdir(join(world.stateDir, "alerts.json"), { recursive: true, mode: 0o700 });
  for (const minute of [0, 15]) assert.equal((await world.use(minute, 80)).status, "done");
  assert.equal((await world.alerts()).length, 2);
});

test("a refresh without new limits raises nothing, though the last ones are still shown", async (t) => {
  const world = await alertWorld(t);
  await world.use(0, 80);
  await rm(join(world.stateDir, "alerts.json"));
  await world.use(15, undefined);
  assert.equal((await world.alerts()).length, 1);
});

test("the push does not wait for the command, and the command sees the saved state", async (t) => {
  const world = await alertWorld(t);
  const sleepers = await startSleepers(t);
  const stop = new AbortController();
  const config = { ...world.config, alertAt: [1], alertCommand: sleepers.command };
  const env = { HOME: world.home, PATH: process.env["PATH"] };
  const beat = world.beat({ config, env, signal: stop.signal });
  await sleepers.started();
  await world.collector.request(1);
  assert.equal((await world.state()).lastBeat?.at, BEAT_AT);
  stop.abort();
  assert.equal((await beat).status, "done");
  await sleepers.assertGone();
  assert.doesNotMatch(world.logged.join("\n"), /alert command/);
});

test("a command that fails is logged once without its arguments, and the alert is not repeated", async (t) => {
  const world = await alertWorld(t, ["sh", "-c", "exit 3", "the-secret-argument"]);
  await world.use(0, 80);
  await world.use(15, 81);
  await world.use(30, 96);
  const logged = world.logged.filter((line) => line.startsWith("warn"));
  assert.deepEqual(logged, [
    'warn the alert command failed with exit code 3. Fix: run "agent-usage alert --test" to see its output {"condition":"alert command","why":"exited"}',
  ]);
  assert.doesNotMatch(world.logged.join("\n"), /the-secret-argument/);
});

test("a command that works again is logged as such", async (t) => {
  const world = await alertWorld(t, ["sh", "-c", 'test "$ALERT_PERCENT" -gt 90']);
  await world.use(0, 80);
  await world.use(15, 96);
  assert.ok(world.logged.some((line) => line.startsWith("info alert command: ok")));
});

test("a command that does not exist is logged with what to do", async (t) => {
  const world = await alertWorld(t, ["/no/such/program"]);
  assert.equal((await world.use(0, 80)).status, "done");
  assert.ok(
    world.logged.some((line) =>
      line.startsWith("warn the alert command was not found. Fix: write the full path"),
    ),
  );
  await assert.rejects(stat("/no/such/program"));
});
