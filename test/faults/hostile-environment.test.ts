// Environment variables that would weaken Node: no token goes to an untrusted server.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { vendor } from "#vendor";
import { systemdUnit } from "../../src/service/install/systemd-unit.ts";
import { type Collector, startCollector } from "../support/collector.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, DAEMON, DIST, runProgram, startProgram } from "../support/program.ts";

const OTHER = join(DIST, "claude-code");
const UNCHECKED = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };

/** An environment with a push token and a collector with an untrusted certificate. */
async function tokenFor(t: TestContext, { origin }: Collector): Promise<Record<string, string>> {
  const pushTokenFile = join(await temporaryFolder(t), "push-token");
  await writeFile(pushTokenFile, "the-collectors-own-token", { mode: 0o600 });
  return {
    AGENT_USAGE_BASE_URL: origin,
    AGENT_USAGE_PUSH_TOKEN_FILE: pushTokenFile,
    AGENT_USAGE_LIMITS: "off",
  };
}

test("claude-code's `beat` with NODE_TLS_REJECT_UNAUTHORIZED=0: nothing is sent", async (t) => {
  const collector = await startCollector(t);
  const env = { ...(await tokenFor(t, collector)), ...UNCHECKED };
  const { code, stderr } = await runProgram(t, join(OTHER, "cli.js"), ["beat"], { env });
  assert.equal(code, 3);
  assert.match(stderr, /"level":"warn".*NODE_TLS_REJECT_UNAUTHORIZED is ignored/);
  assert.deepEqual(collector.requests, []);
});

for (const [name, file, args] of [
  ["the daemon", DAEMON, []],
  ["`run`", CLI, ["run"]],
  ["claude-code's daemon", join(OTHER, "daemon.js"), []],
  ["claude-code's `run`", join(OTHER, "cli.js"), ["run"]],
] as const) {
  test(`${name} with NODE_TLS_REJECT_UNAUTHORIZED=0: a warning, and nothing is sent`, async (t) => {
    const collector = await startCollector(t);
    const env = { ...(await tokenFor(t, collector)), ...UNCHECKED };
    const program = await startProgram(t, file, args, { env });
    assert.match(await program.waitForLine(/refresh done/), /"push":"network"/);
    program.child.kill("SIGTERM");
    const { code, stdout } = await program.ended;
    assert.equal(code, 0);
    assert.match(stdout, /"level":"warn".*NODE_TLS_REJECT_UNAUTHORIZED is ignored/);
    assert.deepEqual(collector.requests, []);
  });
}

for (const options of ["--insecure-http-parser", "--tls-min-v1.0", "--use-openssl-ca"]) {
  test(`\`beat\` with NODE_OPTIONS=${options} and an untrusted certificate: nothing is sent`, async (t) => {
    const collector = await startCollector(t);
    const env = { ...(await tokenFor(t, collector)), ...UNCHECKED, NODE_OPTIONS: options };
    const { code } = await runProgram(t, CLI, ["beat"], { env });
    assert.equal(code, 3);
    assert.deepEqual(collector.requests, []);
  });
}

test("a server in place of the vendor with an untrusted certificate gets no access token", async (t) => {
  const impostor = await startCollector(t, { status: 200, body: "{}" });
  const folder = await temporaryFolder(t);
  const credentialsPath = join(folder, "credentials.json");
  const credentials = { [vendor.credentialsKey]: { accessToken: "the-vendors-own-token" } };
  await writeFile(credentialsPath, JSON.stringify(credentials));
  const line = { type: "assistant", timestamp: new Date().toISOString(), version: "2.1.90" };
  const transcripts = join(folder, "transcripts");
  await mkdir(transcripts);
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "msg_1", model: "model-a", usage };
  await writeFile(
    join(transcripts, "a.jsonl"),
    `${JSON.stringify({ ...line, requestId: "req_1", message })}\n`,
  );
  const { code, stdout } = await runProgram(t, CLI, ["beat", "--json"], {
    execArgv: [
      "--require",
      fileURLToPath(new URL("../support/faults/redirect-connections.cjs", import.meta.url)),
    ],
    env: {
      ...UNCHECKED,
      AGENT_USAGE_CREDENTIALS: credentialsPath,
      AGENT_USAGE_TRANSCRIPTS: transcripts,
      REDIRECT_PORT: new URL(impostor.origin).port,
    },
  });
  assert.equal(code, 0);
  const { limits } = JSON.parse(stdout) as { limits: { detail?: string } };
  assert.equal(limits.detail, "network");
  assert.deepEqual(impostor.requests, []);
});

test("every unit unsets NODE_DEBUG, NODE_OPTIONS and NODE_TLS_REJECT_UNAUTHORIZED from the user's session", async () => {
  const installed = systemdUnit({
    program: "agent-usage",
    execStart: "node daemon.js",
    environmentFile: "/e",
  });
  const templates = ["agent-usage", "agent-usage-claude-code"].map((program) =>
    readFile(new URL(`../../systemd/${program}.service`, import.meta.url), "utf8"),
  );
  for (const unit of [installed, ...(await Promise.all(templates))]) {
    const unset = /^UnsetEnvironment=(.*)$/m.exec(unit)?.[1]?.split(" ");
    assert.deepEqual(unset, ["NODE_DEBUG", "NODE_OPTIONS", "NODE_TLS_REJECT_UNAUTHORIZED", "OPENSSL_CONF"]);
    assert.doesNotMatch(unit, /^PassEnvironment=/m);
  }
});
