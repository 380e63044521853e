// `agent-usage doctor` as a program: its output, its exit code and what it never prints (rule CLI-8).
import assert from "node:assert/strict";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createServer } from "node:tls";
import type { Check } from "../../src/commands/doctor/check.ts";
import { makeCertificate } from "../support/certificate.ts";
import { startCollector } from "../support/collector.ts";
import { doctor, healthyHome } from "../support/doctor/healthy-home.ts";
import { temporaryFolder } from "../support/folder.ts";
import { makeHome } from "../support/home.ts";
import { listen } from "../support/loopback.ts";
import { CLI, DIST, runProgram } from "../support/program.ts";

const statuses = (checks: readonly Check[]) => checks.map(({ status }) => status);

test("a healthy home: exit 0 and no failure", async (t) => {
  const { code, checks } = await doctor(t, await healthyHome(t));
  assert.equal(code, 0);
  assert.ok(!statuses(checks).includes("failure"), JSON.stringify(checks));
  const ids = checks.map(({ id }) => id);
  for (const id of ["node", "settings", "credentials", "transcripts", "retention", "frozen", "state-folder"])
    assert.ok(ids.includes(id), id);
  for (const id of ["state-file", "disk", "last-beat", "limits", "delivery", "collector", "service"])
    assert.ok(ids.includes(id), id);
});

test("a new home: exit 1, what is missing is reported, and nothing is created", async (t) => {
  const home = await temporaryFolder(t);
  const { code, of } = await doctor(t, { HOME: home });
  assert.equal(code, 1);
  assert.deepEqual(statuses([...of("credentials"), ...of("transcripts")]), ["failure", "failure"]);
  assert.deepEqual(await readdir(home), []);
});

test("a missing transcripts folder comes first, with the command of the agent that has one", async (t) => {
  const home = await makeHome(t);
  await mkdir(join(home.dir, ".claude/projects"), { recursive: true });
  const { stdout } = await runProgram(t, CLI, ["doctor"], { env: home.env });
  assert.match(
    stdout,
    /^FAILURE transcripts: there is no transcripts folder, but Claude Code has one: ~\/\.claude\/projects; .*\n +-> run "node .*cli\.js doctor"\n/,
  );
});

test("warnings alone do not cause exit 1", async (t) => {
  const env = await healthyHome(t);
  await chmod(join(env["HOME"] ?? "", ".agent/.credentials.json"), 0o644);
  const { code, of } = await doctor(t, env);
  assert.deepEqual([code, statuses(of("credentials"))], [0, ["ok", "warning"]]);
});

test("wrong settings: exit 1, each with its origin; checks that depend on them are not made", async (t) => {
  const env = { ...(await healthyHome(t)), AGENT_USAGE_BASE_URL: "http://planted.example" };
  const { code, of } = await doctor(t, env);
  assert.equal(code, 1);
  assert.match(of("settings")[0]?.message ?? "", /AGENT_USAGE_BASE_URL \(environment\)/);
  assert.deepEqual(statuses([...of("unchecked"), ...of("credentials")]), ["warning"]);
});

/** A TLS server that counts the bytes it reads until its only connection is closed. */
async function countingServer(t: TestContext) {
  const { key, cert } = await makeCertificate();
  let bytes = 0;
  const server = createServer({ key, cert }, (socket) => {
    socket
      .on("error", () => {})
      .on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
  });
  const counted = new Promise<number>((resolve) => {
    server.once("connection", (socket: Socket) => socket.on("close", () => resolve(bytes)));
  });
  const caFile = join(await temporaryFolder(t), "ca.pem");
  await writeFile(caFile, cert);
  return { origin: `https://127.0.0.1:${await listen(t, server)}`, caFile, counted };
}

test("a reachable collector and a push token: exit 0, and no byte of a request is sent", async (t) => {
  const { origin, caFile, counted } = await countingServer(t);
  const env = await healthyHome(t);
  const pushTokenFile = join(env["HOME"] ?? "", "push-token");
  await writeFile(pushTokenFile, "planted-push-token", { mode: 0o600 });
  const variables = {
    AGENT_USAGE_BASE_URL: origin,
    NODE_EXTRA_CA_CERTS: caFile,
    AGENT_USAGE_PUSH_TOKEN_FILE: pushTokenFile,
  };
  const { code, of } = await doctor(t, { ...env, ...variables });
  assert.deepEqual(statuses([...of("collector"), ...of("push-token")]), ["ok", "ok"]);
  assert.equal(code, 0);
  assert.equal(await counted, 0);
});

test("with NODE_TLS_REJECT_UNAUTHORIZED=0 an untrusted certificate is still a failure", async (t) => {
  const { origin } = await startCollector(t);
  const weak = { AGENT_USAGE_BASE_URL: origin, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const { code, of } = await doctor(t, { ...(await healthyHome(t)), ...weak });
  assert.deepEqual([code, statuses(of("collector"))], [1, ["failure"]]);
  assert.deepEqual(statuses(of("environment")), ["warning"]);
});

test("the state file and its folder are not changed", async (t) => {
  const env = await healthyHome(t);
  const folder = join(env["HOME"] ?? "", ".local/state/agent-usage");
  await writeFile(join(folder, "state.json"), "{");
  assert.equal((await doctor(t, env)).code, 1);
  assert.deepEqual(await readdir(folder), ["state.json"]);
  assert.equal(await readFile(join(folder, "state.json"), "utf8"), "{");
});

test("the other program checks the folder of its own coding agent, which its variable sets", async (t) => {
  const configDir = await temporaryFolder(t);
  await mkdir(join(configDir, "projects"));
  await writeFile(join(configDir, "settings.json"), '{"cleanupPeriodDays": 1}');
  const { of } = await doctor(t, { CLAUDE_CONFIG_DIR: configDir }, join(DIST, "claude-code/cli.js"));
  assert.deepEqual(statuses([...of("transcripts"), ...of("retention")]), ["ok", "warning"]);
  assert.match(of("retention")[0]?.fix ?? "", /settings\.json/);
});

test("without --json: one line per check, the fix below it, the totals, and no color", async (t) => {
  const { stdout, code } = await runProgram(t, CLI, ["doctor"]);
  assert.equal(code, 1);
  assert.match(stdout, /^FAILURE credentials: [^\n]+\n {10}-> [^\n]+$/m);
  assert.match(stdout, /^\d+ ok, \d+ warnings?, \d+ failures?\n$/m);
  assert.ok(!stdout.includes("\u001B"));
});

test("FORCE_COLOR=1 prints colors to a pipe", async (t) => {
  const { stdout } = await runProgram(t, CLI, ["doctor"], { env: { FORCE_COLOR: "1" } });
  assert.match(stdout, /^\u001B\[31mFAILURE\u001B\[39m credentials: /m);
});
