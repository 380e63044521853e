// Real TLS, with the certificates that a program trusts from its start (rule SAFETY-7).
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { snapshotSchema } from "../../src/contract/index.ts";
import { snapshotIn, startCollector } from "../support/collector.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, DAEMON, runProgram, startProgram } from "../support/program.ts";

test("a collector with a trusted certificate gets a snapshot", async (t) => {
  const { origin, caFile, requests } = await startCollector(t);
  const env = { AGENT_USAGE_BASE_URL: `${origin}/team/`, NODE_EXTRA_CA_CERTS: caFile };
  const { code } = await runProgram(t, CLI, ["beat"], { env });
  assert.equal(code, 0);
  assert.deepEqual(
    requests.map(({ method, path }) => [method, path]),
    [["POST", "/team/agent-usage"]],
  );
  assert.ok(snapshotSchema.safeParse(snapshotIn(requests[0])).success);
});

for (const value of [undefined, "0"]) {
  const suffix = value === undefined ? "" : `, even with NODE_TLS_REJECT_UNAUTHORIZED=${value}`;
  test(`a collector with an untrusted certificate gets nothing${suffix}`, async (t) => {
    const { origin, requests } = await startCollector(t);
    const pushTokenFile = join(await temporaryFolder(t), "push-token");
    await writeFile(pushTokenFile, "the-collectors-own-token");
    const env = {
      AGENT_USAGE_BASE_URL: origin,
      AGENT_USAGE_PUSH_TOKEN_FILE: pushTokenFile,
      ...(value !== undefined && { NODE_TLS_REJECT_UNAUTHORIZED: value }),
    };
    const { code, stdout } = await runProgram(t, CLI, ["beat", "--json"], { env });
    assert.equal(code, 3);
    const { push } = JSON.parse(stdout) as { push: unknown };
    assert.deepEqual(push, { status: "failed", reason: "network" });
    assert.deepEqual(requests, []);
  });
}

test("it gets nothing from the daemon either, even with NODE_TLS_REJECT_UNAUTHORIZED=0", async (t) => {
  const { origin, requests } = await startCollector(t);
  const env = { AGENT_USAGE_BASE_URL: origin, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const daemon = await startProgram(t, DAEMON, [], { env });
  assert.match(await daemon.waitForLine(/refresh done/), /"push":"network"/);
  daemon.child.kill("SIGTERM");
  assert.equal((await daemon.ended).code, 0);
  assert.deepEqual(requests, []);
});

test("a warning reports that the variable is ignored", async (t) => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const { stderr } = await runProgram(t, CLI, ["beat"], { env });
  const warning = stderr.split("\n").find((text) => text.includes('"level":"warn"'));
  assert.match(warning ?? "", /NODE_TLS_REJECT_UNAUTHORIZED/);
});

test("a redirect is not followed", async (t) => {
  const elsewhere = await startCollector(t);
  const headers = { location: `${elsewhere.origin}/agent-usage` };
  const first = await startCollector(t, { status: 307, headers });
  const trusted = join(await temporaryFolder(t), "both.pem");
  const both = await Promise.all([first, elsewhere].map(({ caFile }) => readFile(caFile, "utf8")));
  await writeFile(trusted, both.join("\n"));
  const env = { AGENT_USAGE_BASE_URL: first.origin, NODE_EXTRA_CA_CERTS: trusted };
  assert.equal((await runProgram(t, CLI, ["beat"], { env })).code, 3);
  assert.equal(first.requests.length, 1);
  assert.deepEqual(elsewhere.requests, []);
});
