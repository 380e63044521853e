// Tokens in the files meant for them, intact or corrupt: none is printed, logged, saved or sent elsewhere
// (rules SAFETY-5, LOG-2).
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { HOME_PATHS } from "../support/home.ts";
import { CLI, DAEMON } from "../support/program.ts";
import { assertHidden, SECRETS } from "../support/secrets.ts";
import { secretCredentials, secretsHome } from "../support/secrets-home.ts";

const { access, refresh, push } = SECRETS;

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
/** The number of files in the short run. */
const SHORT_RUN = 4;

const FILES: readonly (readonly [what: string, text: string, detail: string | undefined])[] = [
  ["that is intact", secretCredentials(), "no_version"],
  ["that is truncated", secretCredentials().slice(0, -2), "parse_error"],
  ["that contains the bare tokens", `${access}\n${refresh}\n`, "parse_error"],
  [
    "with tokens as keys",
    JSON.stringify({ [access]: { [refresh]: 1 }, agentAiOauth: access }),
    "no_credentials",
  ],
  [
    "whose access token is an object of tokens",
    secretCredentials({ accessToken: { [access]: access } }),
    "no_credentials",
  ],
  ["whose expiry date is a token", secretCredentials({ expiresAt: access }), "no_version"],
  ["whose access token has expired", secretCredentials({ expiresAt: 1 }), undefined],
];

for (const [what, text, detail] of isLong ? FILES : FILES.slice(0, SHORT_RUN)) {
  test(`a credentials file ${what} leaks no token`, async (t) => {
    const world = await secretsHome(t);
    await world.put(HOME_PATHS.credentials, text);
    const { ended, places } = await world.run(CLI, ["beat", "--json"]);
    const { limits } = JSON.parse(ended.stdout) as { limits: { detail?: string } };
    assert.equal(limits.detail, detail);
    assert.equal(world.collector.requests.length, 1);
    assertHidden(places);
  });
}

test("the daemon leaks no token and changes no file that contains one", async (t) => {
  const world = await secretsHome(t);
  const { ended, places } = await world.run(DAEMON, []);
  assert.equal(ended.code, 0);
  assert.match(ended.stdout, /"level":"debug"/);
  assert.deepEqual(Object.keys(places).sort(), [
    "push 1",
    "stderr",
    "stdout",
    "~/.local/state/agent-usage/delivery.json",
    "~/.local/state/agent-usage/machine-id",
    "~/.local/state/agent-usage/state.json",
  ]);
  assertHidden(places);
});

test("a folder in place of the credentials file, with a token as its name, leaks none", async (t) => {
  const world = await secretsHome(t);
  const credentialsPath = join(world.dir, access);
  await mkdir(credentialsPath);
  const { ended, places } = await world.run(CLI, ["beat"], {
    env: { AGENT_USAGE_CREDENTIALS: credentialsPath },
  });
  assert.match(ended.stderr, /parse_error/);
  assertHidden(places);
});

for (const [what, text] of [
  ["two tokens", `${push} ${access}`],
  ["a token with a control character", `${push.slice(0, 20)}\u001b${push.slice(20)}`],
  ["a token as JSON", `{"token": "${push}"}`],
] as const) {
  test(`a push token file with ${what} is refused and leaks none`, async (t) => {
    const world = await secretsHome(t);
    await world.put(HOME_PATHS.pushToken, text);
    const { ended, places } = await world.run(DAEMON, []);
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, /AGENT_USAGE_PUSH_TOKEN_FILE/);
    assertHidden(places);
  });
}

test("a missing push token file with a token as its name leaks none", async (t) => {
  const world = await secretsHome(t);
  const pushTokenFile = join(world.dir, push);
  const { ended, places } = await world.run(CLI, ["beat"], {
    env: { AGENT_USAGE_PUSH_TOKEN_FILE: pushTokenFile },
  });
  assert.equal(ended.code, 1);
  assertHidden(places);
});
