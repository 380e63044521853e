// The exit codes of `agent-usage beat` and of its command line (rules EXIT-0 to EXIT-4). No outcome prints a stack
// trace, a path or a token.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { heldAnswer, startCollector } from "../support/collector.ts";
import { emptyState, HOUR } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { freePort } from "../support/loopback.ts";
import { assertNoLeaks } from "../support/no-leaks.ts";
import { CLI, runProgram, startProgram } from "../support/program.ts";

const SECRET = "a-token-that-must-stay-secret";

/** Runs `agent-usage beat` and returns its exit code; fails if its output leaks anything. */
async function beat(t: TestContext, env: Record<string, string> = {}): Promise<number | null> {
  const ended = await runProgram(t, CLI, ["beat"], { env });
  assertNoLeaks(ended, SECRET, ...Object.values(env).filter((value) => value.startsWith("/")));
  return ended.code;
}

/** Makes a state folder whose state has these fields. */
async function stateFolder(t: TestContext, fields: object): Promise<string> {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "state.json"), JSON.stringify({ ...emptyState(), ...fields }));
  return folder;
}

async function tokenFile(t: TestContext): Promise<string> {
  const file = join(await temporaryFolder(t), "push-token");
  await writeFile(file, SECRET);
  return file;
}

/** $XDG_CONFIG_HOME with this settings file. */
async function settings(t: TestContext, text: string): Promise<Record<string, string>> {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "agent-usage"));
  await writeFile(join(folder, "agent-usage", "config.json"), text);
  return { XDG_CONFIG_HOME: folder };
}

test("0: a beat without a collector is done", async (t) => {
  assert.equal(await beat(t), 0);
});

test("0: a push that was delivered", async (t) => {
  const { origin, caFile, requests } = await startCollector(t);
  const pushTokenFile = await tokenFile(t);
  const env = {
    AGENT_USAGE_BASE_URL: origin,
    NODE_EXTRA_CA_CERTS: caFile,
    AGENT_USAGE_PUSH_TOKEN_FILE: pushTokenFile,
  };
  assert.equal(await beat(t, env), 0);
  assert.deepEqual(
    requests.map(({ path, headers }) => [path, headers.authorization]),
    [["/agent-usage", `Bearer ${SECRET}`]],
  );
});

test("0: another beat is running, and this one does nothing", async (t) => {
  const { release, answer } = heldAnswer();
  const collector = await startCollector(t, answer);
  const env = {
    AGENT_USAGE_BASE_URL: collector.origin,
    NODE_EXTRA_CA_CERTS: collector.caFile,
    AGENT_USAGE_STATE_DIR: await temporaryFolder(t),
  };
  const first = await startProgram(t, CLI, ["beat"], { env });
  await collector.request(1);
  assert.equal(await beat(t, env), 0);
  assert.equal(collector.requests.length, 1);
  release();
  assert.equal((await first.ended).code, 0);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`0: a beat that ${signal} stops during its push`, async (t) => {
    const { origin, caFile, request } = await startCollector(t, "never");
    const env = { AGENT_USAGE_BASE_URL: origin, NODE_EXTRA_CA_CERTS: caFile };
    const program = await startProgram(t, CLI, ["beat"], { env });
    await request(1);
    program.child.kill(signal);
    assert.equal((await program.ended).code, 0);
  });
}

test("0: nothing reads the output of a beat", async (t) => {
  const collector = await startCollector(t);
  const env = { AGENT_USAGE_BASE_URL: collector.origin, NODE_EXTRA_CA_CERTS: collector.caFile };
  const { child, ended } = await startProgram(t, CLI, ["beat"], { env });
  child.stdout?.destroy();
  assert.equal((await ended).code, 0);
});

test("1: a push URL that is not https", async (t) => {
  assert.equal(await beat(t, { AGENT_USAGE_BASE_URL: `http://127.0.0.1:1/${SECRET}` }), 1);
  assert.equal(await beat(t, await settings(t, '{"baseUrl":"http://127.0.0.1:1"}')), 1);
});

test("1: a push URL with a password", async (t) => {
  assert.equal(await beat(t, { AGENT_USAGE_BASE_URL: `https://user:${SECRET}@127.0.0.1:1` }), 1);
});

test("1: a settings file with an unknown key", async (t) => {
  assert.equal(await beat(t, await settings(t, '{"pushUrl":"https://127.0.0.1:1"}')), 1);
});

test("1: a settings file that is not JSON", async (t) => {
  assert.equal(await beat(t, await settings(t, `{"baseUrl": ${SECRET}`)), 1);
});

test("1: a settings file with a value of the wrong type", async (t) => {
  assert.equal(await beat(t, await settings(t, '{"label": 7}')), 1);
});

test("1: a push token file that does not exist", async (t) => {
  const file = join(await temporaryFolder(t), "none");
  assert.equal(await beat(t, { AGENT_USAGE_PUSH_TOKEN_FILE: file }), 1);
});

test("1: another program's state folder", async (t) => {
  assert.equal(await beat(t, { AGENT_USAGE_STATE_DIR: await stateFolder(t, { program: "another" }) }), 1);
});

test("2: a body over 64 KiB, and nothing is sent", async (t) => {
  // Only an edited state file can contain an instant this long.
  const fetchedAt = new Date(Date.now() - HOUR).toISOString().replace("Z", `${"0".repeat(65_536)}Z`);
  const items = [{ kind: "session", group: "session", resetsAt: null, model: null }];
  const stateDir = await stateFolder(t, { lastGoodLimits: { status: "ok", fetchedAt, items } });
  const { origin, caFile, requests } = await startCollector(t);
  const env = { AGENT_USAGE_BASE_URL: origin, NODE_EXTRA_CA_CERTS: caFile, AGENT_USAGE_STATE_DIR: stateDir };
  assert.equal(await beat(t, env), 2);
  assert.deepEqual(requests, []);
});

for (const status of [401, 500]) {
  test(`3: the collector answers ${status}`, async (t) => {
    const { origin, caFile } = await startCollector(t, { status, body: SECRET });
    const pushTokenFile = await tokenFile(t);
    const env = {
      AGENT_USAGE_BASE_URL: origin,
      NODE_EXTRA_CA_CERTS: caFile,
      AGENT_USAGE_PUSH_TOKEN_FILE: pushTokenFile,
    };
    assert.equal(await beat(t, env), 3);
  });
}

test("3: no server listens at the collector's address", async (t) => {
  assert.equal(await beat(t, { AGENT_USAGE_BASE_URL: `https://127.0.0.1:${await freePort()}` }), 3);
});

test("4: a state from a newer version", async (t) => {
  assert.equal(await beat(t, { AGENT_USAGE_STATE_DIR: await stateFolder(t, { schemaVersion: 2 }) }), 4);
});

test("4: a file in place of the state folder", async (t) => {
  const file = join(await temporaryFolder(t), "a-file");
  await writeFile(file, "");
  assert.equal(await beat(t, { AGENT_USAGE_STATE_DIR: file }), 4);
});
