// The alert command: what it gets, and how it ends (rules ALERT-4, ALERT-5).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type Alert, raiseAlert } from "../../src/alert/index.ts";
import { runProgramGroup } from "../../src/base/process-group.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startSleepers } from "../support/sleepers.ts";

const ALERT: Alert = {
  kind: "weekly_scoped",
  group: "weekly",
  model: "Large",
  percent: 83,
  threshold: 80,
  resetsAt: "2026-11-24T15:33:00.000Z",
  forecast: { status: "runs_out", percentAtReset: 100, runsOutAt: "2026-11-22T20:10:00.000Z" },
  test: false,
};
const WORDS = { title: "weekly: 83% used", text: "Resets Tue." };
const env = { PATH: process.env["PATH"] };

test("the command gets the alert as JSON on its standard input", async (t) => {
  const file = join(await temporaryFolder(t), "got");
  const end = await raiseAlert(["sh", "-c", 'cat >"$1"', "sh", file], ALERT, WORDS, { env });
  assert.deepEqual(end, { status: "exited", code: 0 });
  assert.deepEqual(JSON.parse(await readFile(file, "utf8")), ALERT);
});

test("the command gets the alert as words in its environment, besides the refresh's own", async (t) => {
  const file = join(await temporaryFolder(t), "got");
  const own = { ...env, OWN: "kept" };
  const unknown: Alert = {
    ...ALERT,
    model: null,
    resetsAt: null,
    forecast: { status: "unknown" },
    test: true,
  };
  await raiseAlert(["sh", "-c", 'env >"$1"', "sh", file], ALERT, WORDS, { env: own });
  const lines = (await readFile(file, "utf8")).split("\n");
  for (const line of [
    "OWN=kept",
    "ALERT_TITLE=weekly: 83% used",
    "ALERT_TEXT=Resets Tue.",
    "ALERT_KIND=weekly_scoped",
    "ALERT_GROUP=weekly",
    "ALERT_MODEL=Large",
    "ALERT_PERCENT=83",
    "ALERT_THRESHOLD=80",
    "ALERT_RESETS_AT=2026-11-24T15:33:00.000Z",
    "ALERT_FORECAST=runs_out",
    "ALERT_RUNS_OUT_AT=2026-11-22T20:10:00.000Z",
    "ALERT_TEST=false",
  ])
    assert.ok(lines.includes(line), line);
  await raiseAlert(["sh", "-c", 'env >"$1"', "sh", file], unknown, WORDS, { env });
  const text = await readFile(file, "utf8");
  assert.match(text, /^ALERT_MODEL=$/m);
  assert.match(text, /^ALERT_RESETS_AT=$/m);
  assert.match(text, /^ALERT_TEST=true$/m);
});

test("a model with control characters reaches the environment as visible text, and the JSON as it is", async (t) => {
  const file = join(await temporaryFolder(t), "got");
  const hostile: Alert = { ...ALERT, model: "a\0b\u001B[31m\n" };
  const command = ["sh", "-c", 'cat >"$1"; printf "%s" "$ALERT_MODEL" >>"$1"', "sh", file];
  assert.deepEqual(await raiseAlert(command, hostile, WORDS, { env }), { status: "exited", code: 0 });
  const [json = "", model] = (await readFile(file, "utf8")).split("\n");
  assert.equal((JSON.parse(json) as Alert).model, hostile.model);
  assert.equal(model, "a\uFFFDb\uFFFD[31m\uFFFD");
});

test("a command that fails, is killed or does not exist says so", async () => {
  const end = (...words: string[]) => raiseAlert(words, ALERT, WORDS, { env });
  assert.deepEqual(await end("sh", "-c", "exit 3"), { status: "exited", code: 3 });
  assert.deepEqual(await end("sh", "-c", "kill -9 $$"), { status: "killed", signal: "SIGKILL" });
  assert.deepEqual(await end("/no/such/program"), { status: "not_started", code: "ENOENT" });
  assert.deepEqual(await end("/"), { status: "not_started", code: "EACCES" });
  assert.deepEqual(await end("sh", "-c", "exit 0", "x".repeat(3_000_000)), {
    status: "not_started",
    code: "E2BIG",
  });
});

test("a command that reads none of its input is no failure, however long the input is", async () => {
  const input = "x".repeat(1_000_000);
  const end = await runProgramGroup(["true"], { input, env, timeoutMs: 60_000 });
  assert.deepEqual(end, { status: "exited", code: 0 });
});

test("a command that hangs is killed with everything that it started", async (t) => {
  const sleepers = await startSleepers(t);
  const end = await runProgramGroup(sleepers.command, { input: "", env, timeoutMs: 3_000 });
  assert.deepEqual(end, { status: "timeout" });
  await sleepers.assertGone(0);
});

test("a signal kills the command with everything that it started", async (t) => {
  const sleepers = await startSleepers(t);
  const stop = new AbortController();
  const running = raiseAlert(sleepers.command, ALERT, WORDS, { env, signal: stop.signal });
  await sleepers.started();
  stop.abort();
  assert.deepEqual(await running, { status: "aborted" });
  await sleepers.assertGone();
});

test("after a signal no command is started", async (t) => {
  const file = join(await temporaryFolder(t), "got");
  const options = { env, signal: AbortSignal.abort() };
  assert.deepEqual(await raiseAlert(["touch", file], ALERT, WORDS, options), { status: "aborted" });
  await assert.rejects(readFile(file), { code: "ENOENT" });
});
