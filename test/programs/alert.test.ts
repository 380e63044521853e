// `agent-usage alert --test`, and an alert of the built daemon (rules ALERT-5, ALERT-7).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Alert } from "../../src/alert/index.ts";
import { startCollector } from "../support/collector.ts";
import { credentialsText, makeHome } from "../support/home.ts";
import { CLI, runProgram, startProgram } from "../support/program.ts";
import { end } from "../support/service/stopping.ts";
import { startSleepers } from "../support/sleepers.ts";
import { programsFor } from "../support/test-vendor.ts";
import { requestLine } from "../support/transcript.ts";

async function testAlert(t: TestContext, command?: readonly string[]) {
  const env = command && { AGENT_USAGE_ALERT_COMMAND: JSON.stringify(command) };
  return runProgram(t, CLI, ["alert", "--test"], { ...(env && { env }) });
}

test("alert --test starts the command with an alert that is marked as a test, and exits with 0", async (t) => {
  const { code, stdout, stderr, home } = await testAlert(t, ["sh", "-c", "cat >got; env >env"]);
  assert.deepEqual([code, stdout, stderr], [0, "The alert command ran and ended with exit code 0.\n", ""]);
  const alert = JSON.parse(await readFile(join(home, "got"), "utf8")) as Alert;
  assert.deepEqual(Object.keys(alert), [
    "kind",
    "group",
    "model",
    "percent",
    "threshold",
    "resetsAt",
    "forecast",
    "test",
  ]);
  assert.equal(alert.test, true);
  assert.match(await readFile(join(home, "env"), "utf8"), /^ALERT_TEXT=This is a test\. /m);
});

test("alert --test shows what the command prints, apart from its own output", async (t) => {
  const { code, stdout, stderr } = await testAlert(t, ["sh", "-c", "echo out; echo err >&2; exit 3"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^out\nerr\nagent-usage: the alert command failed with exit code 3\. Fix: /);
});

test("alert --test exits with 1 if the program does not exist, or no command is set", async (t) => {
  const missing = await testAlert(t, ["no-such-program"]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /^agent-usage: the alert command was not found\. Fix: /);
  const unset = await testAlert(t);
  assert.equal(unset.code, 1);
  assert.match(unset.stderr, /^agent-usage: there is no alert command\. Fix: set alertCommand /);
});

test("alert without --test is a wrong command line", async (t) => {
  const { code, stderr } = await runProgram(t, CLI, ["alert"]);
  assert.equal(code, 64);
  assert.match(stderr, /alert needs --test/);
});

test("a signal ends alert --test with the command and everything that it started", async (t) => {
  const sleepers = await startSleepers(t);
  const env = { AGENT_USAGE_ALERT_COMMAND: JSON.stringify(sleepers.command) };
  const program = await startProgram(t, CLI, ["alert", "--test"], { env });
  await sleepers.started();
  assert.equal((await end(program, "SIGTERM")).code, 0);
  await sleepers.assertGone();
});

test("stopping the daemon kills a running alert command, and the daemon exits with 0 in time", async (t) => {
  const sleepers = await startSleepers(t);
  const server = await startCollector(t);
  const resets = new Date(Date.now() + 3_600_000).toISOString();
  const limits = [{ kind: "session", percent: 99, resets_at: resets }];
  server.answer({ status: 200, body: JSON.stringify({ limits }) });
  const home = await makeHome(t, {
    transcripts: { "a.jsonl": [requestLine({ at: new Date().toISOString(), version: "2.1.90" })] },
    credentials: credentialsText(),
    settings: { alertCommand: sleepers.command },
  });
  const { daemon } = await programsFor(t, server.origin);
  const env = { ...home.env, NODE_EXTRA_CA_CERTS: server.caFile };
  const program = await startProgram(t, daemon, [], { env });
  await sleepers.started();
  const { code, signal, stdout } = await end(program, "SIGTERM");
  assert.deepEqual([code, signal], [0, null], stdout);
  await sleepers.assertGone();
});
