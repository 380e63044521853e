// Tokens that come back in answers of the two servers and in the errors of failed calls
// (rules SAFETY-2, SAFETY-3, LOG-2).
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { createServer } from "node:tls";
import { makeCertificate } from "../support/certificate.ts";
import type { Answer } from "../support/collector.ts";
import { HOME_PATHS } from "../support/home.ts";
import { listen } from "../support/loopback.ts";
import { CLI, DAEMON } from "../support/program.ts";
import { assertHidden, SECRETS } from "../support/secrets.ts";
import { secretCredentials, secretsHome } from "../support/secrets-home.ts";
import { programsFor } from "../support/test-vendor.ts";

const { access, refresh, push } = SECRETS;
const ALL = `${access} ${refresh} ${push}`;
const json = JSON.stringify;

const ECHOES: readonly (readonly [what: string, answer: Answer])[] = [
  ["a refusal", { status: 401, body: ALL, headers: { "www-authenticate": ALL, "set-cookie": ALL } }],
  ["an answer that is not JSON", { status: 200, body: `${ALL} <html>`, headers: { "x-request-id": ALL } }],
  ["a redirect", { status: 307, headers: { location: `https://127.0.0.1:1/?t=${access}` } }],
  [
    "an answer with extra fields",
    {
      status: 200,
      body: json({
        limits: [
          {
            kind: "session",
            percent: 1,
            [access]: push,
            token: access,
            resets_at: access,
            scope: { [push]: 1 },
          },
        ],
        token: access,
        [refresh]: push,
      }),
    },
  ],
];

for (const [what, answer] of ECHOES) {
  test(`${what} that echoes the tokens, from either server, leaks none`, async (t) => {
    const world = await secretsHome(t, { version: "2.1.90" });
    world.collector.answer(answer);
    const { cli } = await programsFor(t, world.collector.origin);
    const { places } = await world.run(cli, ["beat", "--json"]);
    assert.deepEqual(
      world.collector.requests.map(({ headers }) => headers.authorization),
      [`Bearer ${access}`, `Bearer ${push}`],
    );
    assertHidden(places);
  });
}

test("an access token in a limit's name reaches neither the state nor the collector", async (t) => {
  const world = await secretsHome(t, { version: "2.1.90" });
  const item = { kind: access, group: access, severity: access, scope: { model: { display_name: access } } };
  world.collector.answer({ status: 200, body: json({ limits: [item] }) });
  const { cli } = await programsFor(t, world.collector.origin);
  const { places } = await world.run(cli, ["beat", "--json"]);
  assert.equal(world.collector.requests.length, 2);
  assertHidden(places);
});

test("servers that do not speak HTTP and echo the request get no token into the log", async (t) => {
  const world = await secretsHome(t, { version: "2.1.90" });
  const certificate = await makeCertificate();
  const echo = createServer(certificate, (socket) => {
    socket
      .on("error", () => {})
      .once("data", (sent) => socket.end(`HTTP/1.1 2oo ${access}\r\n${push}\r\n${sent}`));
  });
  const origin = `https://127.0.0.1:${await listen(t, echo)}`;
  const { cli } = await programsFor(t, origin);
  await world.put("ca.pem", certificate.cert);
  const env = { AGENT_USAGE_BASE_URL: origin, NODE_EXTRA_CA_CERTS: join(world.dir, "ca.pem") };
  const { ended, places } = await world.run(cli, ["beat", "--json"], { env });
  const { limits, push: pushed } = JSON.parse(ended.stdout) as Record<string, unknown>;
  assert.deepEqual(limits, { status: "unavailable", detail: "network", fetchedAt: null, items: [] });
  assert.deepEqual(pushed, { status: "failed", reason: "network" });
  assertHidden(places);
});

test("an access token that no header can carry is not sent, and the error about it is not repeated", async (t) => {
  const world = await secretsHome(t, { version: "2.1.90" });
  await world.put(HOME_PATHS.credentials, secretCredentials({ accessToken: `${access}\n${refresh}\u2028` }));
  const { cli } = await programsFor(t, world.collector.origin);
  const { places } = await world.run(cli, ["beat"]);
  assert.deepEqual(
    world.collector.requests.map(({ method }) => method),
    ["POST"],
  );
  assertHidden(places);
});

/** A `fetch` that fails with an error whose every property contains the request. */
const FAILING = `data:text/javascript,${encodeURIComponent(`
  globalThis.fetch = async (url, init) => {
    const { headers } = init;
    const cause = Object.assign(new Error(JSON.stringify(headers)), { headers, request: { url, init } });
    const error = new TypeError("fetch failed " + JSON.stringify(headers), { cause });
    throw Object.assign(error, { headers, init, code: "UND_ERR", name: FAILURE, errors: [cause] });
  };
`)}`;

for (const [name, program, args] of [
  ["TypeError", CLI, ["beat"]],
  ["TimeoutError", DAEMON, []],
] as const) {
  test(`calls that fail with a ${name} full of headers: none of its contents is printed`, async (t) => {
    const world = await secretsHome(t, { version: "2.1.90" });
    const execArgv = ["--import", FAILING.replace("FAILURE", json(name))];
    const { ended, places } = await world.run(program, args, { execArgv });
    assert.equal(ended.code, program === CLI ? 3 : 0);
    assert.match(`${ended.stdout}${ended.stderr}`, /push (?:failed|network|timeout)/);
    assertHidden(places);
  });
}
