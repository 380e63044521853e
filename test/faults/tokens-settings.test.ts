// Tokens put into the settings file or the environment by mistake: the message names the setting and never repeats
// its value (rule HOME_PATHS.settings-2).
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { HOME_PATHS } from "../support/home.ts";
import { CLI, DAEMON } from "../support/program.ts";
import { assertHidden, SECRETS, sightings } from "../support/secrets.ts";
import { secretsHome } from "../support/secrets-home.ts";

const { access, refresh, push } = SECRETS;
const json = JSON.stringify;

/** Each with what the message must name. */
const WRONG_FILES: readonly (readonly [what: string, text: string, named: RegExp])[] = [
  ["that is truncated", `{"label": "${access}", "baseUrl": "${push}`, /settings file/],
  ["that is a bare token", push, /settings file/],
  ["that is a list of tokens", json([access, push]), /settings file/],
  [
    "with a token in every setting",
    json({
      baseUrl: push,
      pushTokenFile: push,
      credentialsPath: access,
      transcriptRoots: push,
      stateDir: { [push]: access },
      label: { [push]: access },
      account: [refresh],
      logLevel: push,
    }),
    /pushTokenFile .*stateDir .*logLevel /s,
  ],
  ["with unknown settings", json({ pushToken: push, token: [access] }), /"pushToken".*"token"/s],
];

for (const [index, [what, text, named]] of WRONG_FILES.entries()) {
  const program = index % 2 === 0 ? CLI : DAEMON;
  test(`a settings file ${what}: ${program === CLI ? "beat" : "the daemon"} exits with 1 and leaks no token`, async (t) => {
    const world = await secretsHome(t);
    await world.put(HOME_PATHS.settings, text);
    const env = { AGENT_USAGE_BASE_URL: "", AGENT_USAGE_PUSH_TOKEN_FILE: "", AGENT_USAGE_LOG_LEVEL: "" };
    const { ended, places } = await world.run(program, program === CLI ? ["beat"] : [], { env });
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, named);
    assertHidden(places);
  });
}

test("a token as a key of the settings file is not repeated", async (t) => {
  const world = await secretsHome(t);
  await world.put(HOME_PATHS.settings, json({ [push]: true }));
  const { ended, places } = await world.run(CLI, ["beat"]);
  assert.equal(ended.code, 1);
  assertHidden(places);
});

const URLS = [
  ["as its user", `https://${access}@127.0.0.1:1/x`],
  ["as its password", `https://user:${access}@127.0.0.1:1/x`],
  ["in its query", `https://127.0.0.1:1/x?token=${access}`],
  ["in its fragment", `https://127.0.0.1:1/x#${access}`],
  ["in the clear", `http://127.0.0.1:1/${access}`],
  ["instead of a host", `https://${access} x/`],
] as const;

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
for (const [what, url] of isLong ? URLS : URLS.slice(1, 4)) {
  test(`a push URL with a token ${what} is refused and not repeated`, async (t) => {
    const world = await secretsHome(t);
    await world.put(HOME_PATHS.settings, json({ baseUrl: url }));
    const baseUrl = what.startsWith("as") ? url : "";
    const { ended, places } = await world.run(CLI, ["beat"], { env: { AGENT_USAGE_BASE_URL: baseUrl } });
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, baseUrl === "" ? /baseUrl/ : /AGENT_USAGE_BASE_URL/);
    assertHidden(places);
  });
}

test("a token in every variable with another format: each variable is named, the token is not repeated", async (t) => {
  const world = await secretsHome(t);
  const names = ["BASE_URL", "PUSH_TOKEN_FILE", "CREDENTIALS", "TRANSCRIPTS", "STATE_DIR", "LOG_LEVEL"];
  const env = Object.fromEntries(names.map((name) => [`AGENT_USAGE_${name}`, push]));
  for (const [program, args] of [
    [CLI, ["beat"]],
    [DAEMON, []],
  ] as const) {
    const { ended, places } = await world.run(program, args, { env });
    assert.equal(ended.code, 1);
    for (const name of names)
      assert.match(ended.stderr, new RegExp(`^agent-usage: AGENT_USAGE_${name} `, "m"));
    assertHidden(places);
  }
});

for (const [what, program, args] of [
  ["beat", CLI, ["beat"]],
  ["the daemon", DAEMON, []],
] as const) {
  test(`a token in variables that are unknown or for other programs: ${what} neither prints, saves nor sends it`, async (t) => {
    const world = await secretsHome(t);
    const env = {
      AGENT_USAGE_SERVICE: access,
      AGENT_USAGE_TOKEN: push,
      AGENT_USAGE_PUSH_TOKEN: push,
      OAUTH_TOKEN: access,
      NODE_TLS_REJECT_UNAUTHORIZED: access,
      HTTPS_PROXY: `http://user:${access}@127.0.0.1:1`,
      https_proxy: `http://user:${access}@127.0.0.1:1`,
      JOURNAL_STREAM: access,
      INVOCATION_ID: access,
      TZ: access,
    };
    const { ended, places } = await world.run(program, args, { env });
    assert.equal(ended.code, 0);
    assertHidden(places);
  });
}

test("a token in the name of each folder reaches no file, no log and no push", async (t) => {
  const world = await secretsHome(t);
  const folder = (name: string) => join(world.dir, name, access);
  await mkdir(folder("transcripts"), { recursive: true });
  await mkdir(folder("credentials"), { recursive: true });
  const env = {
    AGENT_USAGE_STATE_DIR: folder("state"),
    AGENT_USAGE_TRANSCRIPTS: folder("transcripts"),
    AGENT_USAGE_CREDENTIALS: folder("credentials"),
    XDG_CONFIG_HOME: folder("config"),
    CREDENTIALS_DIRECTORY: folder("none"),
  };
  const { ended, places } = await world.run(CLI, ["beat"], { env });
  assert.equal(ended.code, 0);
  assert.ok(Object.keys(places).some((path) => path.endsWith(`${access}/state.json`)));
  assertHidden(
    Object.fromEntries(Object.entries(places).map(([, bytes], index) => [`place ${index}`, bytes])),
  );
});

test("a token set as the label and the account is sent as such and appears nowhere else", async (t) => {
  const world = await secretsHome(t);
  const env = { AGENT_USAGE_LABEL: access, AGENT_USAGE_ACCOUNT: refresh };
  const { places } = await world.run(CLI, ["beat", "--json"], { env });
  assert.deepEqual(sightings(places), ["push 1: access, plain", "push 1: refresh, plain"]);
});

test("a token in the push URL's path is sent as such and appears nowhere else", async (t) => {
  const world = await secretsHome(t);
  const baseUrl = `${world.collector.origin}/${push}`;
  const { ended, places } = await world.run(CLI, ["beat"], { env: { AGENT_USAGE_BASE_URL: baseUrl } });
  assert.equal(ended.code, 0);
  assert.deepEqual(sightings(places), ["push 1: push, plain"]);
});
