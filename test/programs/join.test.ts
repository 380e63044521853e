// `join` and `leave`: what they check, send and write (rules JOIN-1 to JOIN-6).
import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Answering, type Collector, startCollector } from "../support/collector.ts";
import { HOME_PATHS, type Home, makeHome } from "../support/home.ts";
import { CLI, runProgram } from "../support/program.ts";

const CODE = "auc_0123456789012345678901234567890123456789012";
const TOKEN = "aut_a-token-that-grants-nothing";
const JOINED: Answering = ({ path }) =>
  path === "/join" ? { status: 201, body: JSON.stringify({ token: TOKEN }) } : { status: 204 };

async function fingerprintOf({ caFile }: Collector): Promise<string> {
  const { raw } = new X509Certificate(await readFile(caFile));
  return createHash("sha256").update(raw).digest("base64url");
}

async function lineOf(collector: Collector): Promise<string> {
  return `${collector.origin}#${CODE}.${await fingerprintOf(collector)}`;
}

const run = (
  t: TestContext,
  home: Home,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) =>
  runProgram(t, CLI, args, {
    env: { ...home.env, AGENT_USAGE_LIMITS: "off", AGENT_USAGE_LABEL: "desk", ...env },
  });

const settingsOf = async (home: Home) =>
  JSON.parse(await readFile(join(home.dir, HOME_PATHS.settings), "utf8")) as Record<string, string>;
const filesBesideSettings = (home: Home) =>
  readdir(dirname(join(home.dir, HOME_PATHS.settings))).catch(() => [] as string[]);

test("join trades the code for a token, and pushes with it", async (t) => {
  const collector = await startCollector(t, JOINED);
  const home = await makeHome(t);
  const { code, stdout } = await run(t, home, ["join", await lineOf(collector)]);
  assert.deepEqual([code, stdout], [0, 'Joined as "desk". The first snapshot was delivered.\n']);
  const [first, push] = collector.requests;
  assert.deepEqual([first?.path, push?.path], ["/join", "/agent-usage"]);
  const sent = JSON.parse(first?.body ?? "");
  assert.deepEqual([sent.code, sent.program, sent.machine.label], [CODE, "agent-usage", "desk"]);
  assert.equal(push?.headers.authorization, `Bearer ${TOKEN}`);
  assert.equal(JSON.parse(push?.body ?? "").machine.id, sent.machine.id);
});

test("join writes the settings, the token and the authority for this user alone, and keeps other settings", async (t) => {
  const collector = await startCollector(t, JOINED);
  const home = await makeHome(t, { settings: { account: "team a" } });
  await run(t, home, ["join", await lineOf(collector)]);
  const { baseUrl, account, pushTokenFile = "", collectorCa = "" } = await settingsOf(home);
  assert.deepEqual([baseUrl, account], [collector.origin, "team a"]);
  assert.equal(await readFile(pushTokenFile, "utf8"), `${TOKEN}\n`);
  for (const path of [pushTokenFile, collectorCa, join(home.dir, HOME_PATHS.settings)]) {
    assert.equal((await stat(path)).mode & 0o777, 0o600, path);
  }
});

test("settings that are a link stay one", async (t) => {
  const collector = await startCollector(t, JOINED);
  const home = await makeHome(t);
  const target = await home.put("dotfiles/agent-usage.json", '{ "account": "team a" }');
  await home.put(join(dirname(HOME_PATHS.settings), "other"), "");
  await symlink(target, join(home.dir, HOME_PATHS.settings));
  assert.equal((await run(t, home, ["join", await lineOf(collector)])).code, 0);
  assert.equal(JSON.parse(await readFile(target, "utf8")).baseUrl, collector.origin);
});

test("a certificate that is not the line's gets neither the code nor anything else", async (t) => {
  const [collector, other] = [await startCollector(t, JOINED), await startCollector(t, JOINED)];
  const home = await makeHome(t);
  const line = `${collector.origin}#${CODE}.${await fingerprintOf(other)}`;
  const { code, stderr } = await run(t, home, ["join", line]);
  assert.equal(code, 1);
  assert.match(stderr, /certificate is not the one that the line names/);
  assert.deepEqual(collector.requests, []);
  assert.deepEqual(await filesBesideSettings(home), []);
});

test("without a fingerprint, Node's authorities must vouch for the collector", async (t) => {
  const collector = await startCollector(t, JOINED);
  const home = await makeHome(t);
  const line = `${collector.origin}#${CODE}`;
  const refused = await run(t, home, ["join", line]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /certificate is not trusted/);
  assert.deepEqual(collector.requests, []);
  const joined = await run(t, home, ["join", line], { NODE_EXTRA_CA_CERTS: collector.caFile });
  assert.equal(joined.code, 0, joined.stderr);
  assert.equal((await settingsOf(home))["collectorCa"], undefined);
});

test("without a fingerprint, the authority that was set by hand vouches for the collector, and leave keeps it", async (t) => {
  const collector = await startCollector(t, JOINED);
  const line = `${collector.origin}#${CODE}`;
  const settings = { collectorCa: collector.caFile };
  for (const [home, env] of [
    [await makeHome(t, { settings }), {}],
    [await makeHome(t), { AGENT_USAGE_COLLECTOR_CA: collector.caFile }],
  ] as const) {
    const joined = await run(t, home, ["join", line], env);
    assert.equal(joined.code, 0, joined.stderr);
    assert.match(joined.stdout, /was delivered/);
    assert.equal((await settingsOf(home))["collectorCa"], collector.caFile);
    assert.deepEqual((await filesBesideSettings(home)).sort(), ["config.json", "push-token"]);
    assert.equal((await run(t, home, ["leave"])).code, 0);
    assert.deepEqual(await settingsOf(home), settings);
  }
  const home = await makeHome(t, { settings });
  const named = await run(t, home, ["join", await lineOf(collector)]);
  assert.match(named.stderr, /collectorCa is set in the settings file/);
});

for (const [status, words] of [
  [401, /expired, was used up or was revoked/],
  [404, /no collector that machines can join/],
  [422, /does not understand this version/],
  [429, /too many failed attempts/],
  [503, /cannot be used right now/],
  [201, /answer that cannot be used/],
] as const) {
  test(`an answer of ${status} says what is wrong and leaves nothing behind`, async (t) => {
    const collector = await startCollector(t, { status, body: "{}" });
    const home = await makeHome(t);
    const { code, stderr } = await run(t, home, ["join", await lineOf(collector)]);
    assert.equal(code, 1);
    assert.match(stderr, words);
    assert.ok(!stderr.includes(CODE));
    assert.deepEqual(await filesBesideSettings(home), []);
  });
}

test("a used line on a machine that has joined says that it stays joined, and changes nothing", async (t) => {
  let isUsed = false;
  const collector = await startCollector(t, (request) => {
    if (request.path !== "/join") return { status: 204 };
    const answer = isUsed
      ? { status: 401, body: "{}" }
      : { status: 201, body: JSON.stringify({ token: TOKEN }) };
    isUsed = true;
    return answer;
  });
  const home = await makeHome(t);
  const line = await lineOf(collector);
  assert.equal((await run(t, home, ["join", line])).code, 0);
  const before = await settingsOf(home);
  const { code, stderr } = await run(t, home, ["join", line]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /has joined this collector already, and stays joined\. .*\. Fix: nothing, if agent-usage status/,
  );
  assert.deepEqual(await settingsOf(home), before);
  assert.equal((await run(t, home, ["beat"])).code, 0);
});

test("a push that fails after joining is exit 3, and the machine has joined", async (t) => {
  const collector = await startCollector(t, (request) =>
    request.path === "/join" ? { status: 201, body: JSON.stringify({ token: TOKEN }) } : { status: 503 },
  );
  const home = await makeHome(t);
  const { code, stdout } = await run(t, home, ["join", await lineOf(collector)]);
  assert.equal(code, 3);
  assert.match(stdout, /^Joined as "desk"\. The first snapshot was not delivered: .*503/);
  assert.equal((await settingsOf(home))["baseUrl"], collector.origin);
});

for (const [name, settings, env, words] of [
  [
    "a collector that was set by hand",
    { baseUrl: "https://mine.example" },
    {},
    /baseUrl is set in the settings file/,
  ],
  [
    "a token that was set by hand",
    { pushTokenFile: "~/mine" },
    {},
    /pushTokenFile is set in the settings file/,
  ],
  [
    "a variable that would win",
    {},
    { AGENT_USAGE_BASE_URL: "https://mine.example" },
    /AGENT_USAGE_BASE_URL is set and would win/,
  ],
  ["settings that are wrong", { baseUlr: "x" }, {}, /did you mean baseUrl/],
] as const) {
  test(`join overwrites nothing: ${name}`, async (t) => {
    const collector = await startCollector(t, JOINED);
    const home = await makeHome(t, { settings });
    const { code, stderr } = await run(t, home, ["join", await lineOf(collector)], env);
    assert.equal(code, 1);
    assert.match(stderr, words);
    assert.deepEqual(await settingsOf(home), settings);
    assert.deepEqual(collector.requests, []);
  });
}

test("joining the same collector again replaces the token; another one needs leave first", async (t) => {
  const [collector, other] = [await startCollector(t, JOINED), await startCollector(t, JOINED)];
  const home = await makeHome(t);
  await run(t, home, ["join", await lineOf(collector)]);
  assert.equal((await run(t, home, ["join", await lineOf(collector)])).code, 0);
  const refused = await run(t, home, ["join", await lineOf(other)]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /agent-usage leave/);
});

for (const text of [
  "",
  "https://host.example",
  "http://host.example#auc_01234567890123456789",
  "nonsense",
  `https://u:p@h#${CODE}`,
]) {
  test(`${JSON.stringify(text)} is not a line, and is not repeated`, async (t) => {
    const { code, stderr } = await run(t, await makeHome(t), ["join", text]);
    assert.equal(code, 1);
    assert.match(stderr, /not a line to join with/);
    if (text !== "") assert.ok(!stderr.includes(text));
  });
}

test("leave undoes join: nothing is pushed any more, and other settings stay", async (t) => {
  const collector = await startCollector(t, JOINED);
  const home = await makeHome(t, { settings: { account: "team a" } });
  await run(t, home, ["join", await lineOf(collector)]);
  const left = await run(t, home, ["leave"]);
  assert.equal(left.code, 0, left.stderr);
  assert.match(left.stdout, /nothing more is pushed/);
  assert.deepEqual(await settingsOf(home), { account: "team a" });
  assert.deepEqual(await filesBesideSettings(home), ["config.json"]);
  const count = collector.requests.length;
  assert.equal((await run(t, home, ["beat"])).code, 0);
  assert.equal(collector.requests.length, count);
});

test("leave removes nothing that was set by hand", async (t) => {
  const settings = { baseUrl: "https://mine.example" };
  const home = await makeHome(t, { settings });
  const { code, stderr } = await run(t, home, ["leave"]);
  assert.equal(code, 1);
  assert.match(stderr, /set by hand/);
  assert.deepEqual(await settingsOf(home), settings);
});

test("leave without a collector says so", async (t) => {
  const { code, stdout } = await run(t, await makeHome(t), ["leave"]);
  assert.deepEqual([code, stdout], [0, "This machine has not joined a collector.\n"]);
});

test("a certificate that is not valid at this time is a matter of clocks", async (t) => {
  const { connectionFailure } = await import("../../src/push/join.ts");
  for (const code of ["CERT_NOT_YET_VALID", "CERT_HAS_EXPIRED"])
    assert.equal(connectionFailure(code), "clock");
  assert.equal(connectionFailure("ERR_TLS_CERT_ALTNAME_INVALID"), "other_name");
  assert.equal(connectionFailure("ECONNREFUSED"), "unreachable");
  t.diagnostic("words: docs/failures.md");
});

test("the settings file of a home without one is created with its folder", async (t) => {
  const collector = await startCollector(t, JOINED);
  const home = await makeHome(t);
  await writeFile(join(home.dir, "unrelated"), "");
  await run(t, home, ["join", await lineOf(collector)]);
  assert.deepEqual((await filesBesideSettings(home)).sort(), [
    "collector-ca.pem",
    "config.json",
    "push-token",
  ]);
});

test("uninstall --purge also removes the token and the authority that join wrote", async (t) => {
  const collector = await startCollector(t, JOINED);
  const home = await makeHome(t);
  await run(t, home, ["join", await lineOf(collector)]);
  const { code, stderr } = await run(t, home, ["uninstall", "--purge", "--yes"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await filesBesideSettings(home), []);
});
