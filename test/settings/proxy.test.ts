// A proxy that Node would pass over silently, or not start with, is a wrong setting (rule SETTINGS-14).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Env } from "../../src/base/edges.ts";
import { findSuspectVariables, suspectProxies } from "../../src/commands/suspect-variables.ts";
import { describeProblem, proxyProblem } from "../../src/settings/index.ts";
import { CLI, DAEMON, runProgram } from "../support/program.ts";
import { assertHidden } from "../support/secrets.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { servicePlace } from "../support/service/service-home.ts";
import { programsFor } from "../support/test-vendor.ts";

const ON = { NODE_USE_ENV_PROXY: "1" };
const SOCKS = "socks5://me:a-proxy-password@127.0.0.1:1";
const MESSAGE =
  "HTTPS_PROXY (environment) must be a URL that begins with http:// or https://: Node uses no other proxy. Fix: correct HTTPS_PROXY, or unset NODE_USE_ENV_PROXY to connect without a proxy";

const problemOf = (env: Env) => proxyProblem(env)?.setting;

// What Node 22.23 and 24.21 were seen to do with each: connect directly, or end with an error before the program's first line.
for (const url of [
  SOCKS,
  "127.0.0.1:3128",
  "localhost:3128",
  "proxy",
  "HTTP://127.0.0.1:3128",
  " http://127.0.0.1:3128",
  "http://",
  "http://proxy:99999",
]) {
  test(`the proxy ${JSON.stringify(url)} is refused, and not repeated`, () => {
    const problem = proxyProblem({ ...ON, HTTPS_PROXY: url });
    assert.equal(problem === undefined ? undefined : describeProblem(problem), MESSAGE);
  });
}

for (const url of ["http://127.0.0.1:3128", "https://me:secret@proxy.example", "http://[::1]:3128/"]) {
  test(`the proxy ${url} is accepted`, () => assert.equal(problemOf({ ...ON, HTTPS_PROXY: url }), undefined));
}

test("the lower-case variable wins, unless it is empty", () => {
  const good = "http://127.0.0.1:3128";
  assert.equal(problemOf({ ...ON, https_proxy: good, HTTPS_PROXY: SOCKS }), undefined);
  assert.equal(problemOf({ ...ON, https_proxy: SOCKS, HTTPS_PROXY: good }), "https_proxy");
  assert.equal(problemOf({ ...ON, https_proxy: "", HTTPS_PROXY: SOCKS }), "HTTPS_PROXY");
});

for (const value of [undefined, "", "0", "true"]) {
  test(`with NODE_USE_ENV_PROXY=${value} Node uses no proxy, so none is refused`, () => {
    const env = {
      HTTPS_PROXY: SOCKS,
      ALL_PROXY: SOCKS,
      ...(value !== undefined && { NODE_USE_ENV_PROXY: value }),
    };
    assert.deepEqual([problemOf(env), findSuspectVariables(env)], [undefined, []]);
  });
}

for (const name of ["ALL_PROXY", "all_proxy"] as const) {
  test(`${name} alone gets a warning: Node does not use it`, () => {
    const [found, ...more] = suspectProxies({ ...ON, [name]: SOCKS }, true);
    assert.deepEqual([found?.name, found?.isMistake, more], [name, true, []]);
    assert.match(found?.what ?? "", /calls are made directly/);
    assert.deepEqual(suspectProxies({ ...ON, [name]: SOCKS, https_proxy: "http://proxy" }, true), []);
  });
}

test("a proxy that this Node is too old to use gets a warning", () => {
  const env = { ...ON, HTTPS_PROXY: "http://proxy" };
  assert.match(suspectProxies(env, false)[0]?.what ?? "", /this Node is too old/);
  assert.deepEqual(suspectProxies(env, true), []);
});

test("a beat with such a proxy sends nothing, says why without the password, and exits with 1", async (t) => {
  const world = await secretsHome(t, { version: "2.1.90" });
  const { cli } = await programsFor(t, world.collector.origin);
  const { ended, places } = await world.run(cli, ["beat"], { env: { ...ON, HTTPS_PROXY: SOCKS } });
  assert.deepEqual([ended.code, ended.stdout, ended.stderr], [1, "", `agent-usage: ${MESSAGE}\n`]);
  assert.deepEqual(world.collector.requests, []);
  assertHidden(places);
});

test("so does the daemon", async (t) => {
  const { code, stderr } = await runProgram(t, DAEMON, [], { env: { ...ON, HTTPS_PROXY: SOCKS } });
  assert.deepEqual([code, stderr], [1, `agent-usage: ${MESSAGE}\n`]);
});

test("status, which sends nothing, works", async (t) => {
  const { code } = await runProgram(t, CLI, ["status"], { env: { ...ON, HTTPS_PROXY: SOCKS } });
  assert.equal(code, 0);
});

test("doctor calls it a failure, with a fix and without the password", async (t) => {
  const { code, stdout } = await runProgram(t, CLI, ["doctor", "--json"], {
    env: { ...ON, HTTPS_PROXY: SOCKS },
  });
  const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; fix?: string }[] };
  const found = checks.find(({ id, status }) => id === "settings" && status === "failure");
  assert.equal(code, 1);
  assert.match(found?.fix ?? "", /^correct HTTPS_PROXY, or unset NODE_USE_ENV_PROXY/);
  assert.doesNotMatch(stdout, /a-proxy-password/);
});

for (const manager of ["systemd", "launchd"] as const) {
  test(`${manager}: install refuses such a proxy, and writes and starts nothing`, async (t) => {
    const { install } = await servicePlace(t);
    const { code, printed, ran } = await install(
      { manager, env: { ...ON, HTTPS_PROXY: SOCKS } },
      { now: true },
    );
    assert.deepEqual([code, printed, ran], [1, `agent-usage: ${MESSAGE}. Nothing was installed.\n`, []]);
  });
}

test("a proxy that other programs use and Node cannot is not copied to the service, and install says so", async (t) => {
  const { install } = await servicePlace(t);
  const { code, printed } = await install({ env: { HTTPS_PROXY: "proxy:3128" } });
  assert.equal(code, 0);
  assert.match(
    printed,
    /^Note: HTTPS_PROXY was not copied: it must be a URL that begins with http:\/\/ or https:\/\//m,
  );
  assert.doesNotMatch(printed, /service\.env/);
});

test("install notes that the service will not use ALL_PROXY", async (t) => {
  const { install } = await servicePlace(t);
  const { printed } = await install({ env: { ...ON, ALL_PROXY: SOCKS } });
  assert.match(printed, /^Note: ALL_PROXY has no effect: Node does not use it/m);
  assert.doesNotMatch(printed, /a-proxy-password/);
});
