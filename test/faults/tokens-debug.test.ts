// Node's own debug output, turned on by a variable, shows the connections but no token.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { CLI } from "../support/program.ts";
import { assertHidden, SECRETS } from "../support/secrets.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { programsFor } from "../support/test-vendor.ts";

/** Runs a beat with both calls; `@` in a variable stands for the home. */
async function beatWith(t: TestContext, variables: Readonly<Record<string, string>>) {
  const world = await secretsHome(t, { version: "2.1.90" });
  const { collector, dir: home } = world;
  collector.answer({ status: 200, body: JSON.stringify({ limits: [{ kind: "session", percent: 1 }] }) });
  const { cli } = await programsFor(t, collector.origin);
  const named = Object.entries(variables).map(([name, value]) => [name, value.replace("@", home)]);
  const { ended, places } = await world.run(cli, ["beat"], { env: Object.fromEntries(named) });
  assert.equal(ended.code, 0, ended.stderr);
  assert.deepEqual(
    collector.requests.map(({ headers }) => headers.authorization),
    [`Bearer ${SECRETS.access}`, `Bearer ${SECRETS.push}`],
  );
  return { places, stderr: ended.stderr };
}

for (const [nodeDebug, output] of [
  ["http", /^HTTP \d+: /m],
  ["https", /^HTTPS \d+: createConnection/m],
  ["http,https,tls,net,*", /^TLS \d+: /m],
] as const) {
  test(`NODE_DEBUG=${nodeDebug} prints connections but no token`, async (t) => {
    const { places, stderr } = await beatWith(t, { NODE_DEBUG: nodeDebug });
    assert.match(stderr, output);
    assertHidden(places);
  });
}

test("NODE_DEBUG prints no token of a push that cannot be sent", async (t) => {
  const world = await secretsHome(t);
  const env = { NODE_DEBUG: "*", NODE_EXTRA_CA_CERTS: "" };
  const { ended, places } = await world.run(CLI, ["beat"], { env });
  assert.equal(ended.code, 3);
  assertHidden(places);
});

test("NODE_DEBUG_NATIVE and --trace-tls print connections but no token", async (t) => {
  const { places, stderr } = await beatWith(t, {
    NODE_DEBUG_NATIVE: "TLS,CRYPTO,HTTP_PARSER",
    NODE_OPTIONS: "--trace-tls",
  });
  assert.match(stderr, /ClientHello/);
  assertHidden(places);
});

test("the files of NODE_V8_COVERAGE and Node's event trace contain no token", async (t) => {
  const categories = "--trace-event-categories=node,node.http,node.net,node.fs,node.dns,v8";
  const { places } = await beatWith(t, {
    NODE_V8_COVERAGE: "@/coverage",
    NODE_OPTIONS: `${categories} --trace-event-file-pattern=@/trace`,
  });
  const names = Object.keys(places);
  assert.ok(names.includes("~/trace") && names.some((name) => name.startsWith("~/coverage/")), names.join());
  assertHidden(places);
});

test("SSLKEYLOGFILE writes no connection key to a file", async (t) => {
  const { places } = await beatWith(t, { SSLKEYLOGFILE: "@/keys" });
  assert.ok(!Object.keys(places).includes("~/keys"));
});
