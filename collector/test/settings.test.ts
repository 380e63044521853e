// The collector's settings: where they come from, and what is refused.
import assert from "node:assert/strict";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { describeProblem } from "../../src/base/settings/problem.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { loadSettings, type Settings } from "../src/settings/index.ts";

interface Given {
  readonly flags?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly file?: unknown;
}

async function load(t: TestContext, { flags = {}, env = {}, file }: Given = {}) {
  const home = await temporaryFolder(t);
  if (file !== undefined) {
    await mkdir(join(home, ".config/agent-usage-collector"), { recursive: true });
    const text = typeof file === "string" ? file : JSON.stringify(file);
    await writeFile(join(home, ".config/agent-usage-collector/config.json"), text, { mode: 0o600 });
  }
  return { home, loaded: await loadSettings(new Map(Object.entries(flags)), { HOME: home, ...env }) };
}

async function settings(t: TestContext, given: Given = {}): Promise<Settings> {
  const { loaded } = await load(t, given);
  assert.ok(loaded.status === "ok", JSON.stringify(loaded));
  return loaded.settings;
}

async function problems(t: TestContext, given: Given): Promise<string> {
  const { loaded } = await load(t, given);
  assert.ok(loaded.status === "invalid", JSON.stringify(loaded));
  return loaded.problems.map((problem) => describeProblem(problem)).join("\n");
}

test("nothing set: the defaults", async (t) => {
  const { home, loaded } = await load(t);
  assert.ok(loaded.status === "ok");
  const data = join(home, ".local/state/agent-usage-collector");
  assert.deepEqual(loaded.settings, {
    listen: { kind: "tcp", host: "127.0.0.1", port: 8443 },
    url: "https://localhost:8443",
    isUrlGiven: false,
    isDatabaseGiven: false,
    database: { kind: "sqlite", path: join(data, "collector.db") },
    local: { kind: "tcp", host: "127.0.0.1", port: 8480 },
    data,
    tls: undefined,
    trustProxy: undefined,
    proxyUser: undefined,
    retention: undefined,
    allowPrivateWebhooks: false,
    logLevel: "info",
  });
});

test("a flag wins over a variable, and a variable over the file", async (t) => {
  const given = {
    flags: { listen: "127.0.0.1:1" },
    env: { AGENT_USAGE_COLLECTOR_LISTEN: "127.0.0.1:2", AGENT_USAGE_COLLECTOR_URL: "https://from.env" },
    file: { listen: "127.0.0.1:3", url: "https://from.file", retention: 40 },
  };
  const { listen, url, retention } = await settings(t, given);
  assert.deepEqual(
    [listen, url, retention],
    [{ kind: "tcp", host: "127.0.0.1", port: 1 }, "https://from.env", 40],
  );
});

test("an empty variable counts as unset", async (t) => {
  assert.equal((await settings(t, { env: { AGENT_USAGE_COLLECTOR_RETENTION: "" } })).retention, undefined);
});

test("addresses: IPv6 in brackets, and a Unix socket", async (t) => {
  const six = await settings(t, { flags: { listen: "[::1]:9443" } });
  assert.deepEqual(six.listen, { kind: "tcp", host: "::1", port: 9443 });
  const unix = await settings(t, { flags: { listen: "unix:/run/collector.sock" } });
  assert.deepEqual(unix.listen, { kind: "unix", path: "/run/collector.sock" });
});

test("the URL takes the port that is listened on", async (t) => {
  assert.equal((await settings(t, { flags: { listen: "127.0.0.1:9443" } })).url, "https://localhost:9443");
});

for (const [name, tls] of [
  ["a certificate of one's own", { "tls-cert": "/c.pem", "tls-key": "/k.pem" }],
  ["a reverse proxy", { "trust-proxy": "10.0.0.0/8" }],
] as const) {
  test(`with ${name}, there is no plain HTTP on loopback unless it is asked for`, async (t) => {
    assert.equal((await settings(t, { flags: tls })).local, undefined);
    const asked = await settings(t, { flags: { ...tls, local: "127.0.0.1:8480" } });
    assert.equal(asked.local?.port, 8480);
  });
}

test("several hosts of PostgreSQL", async (t) => {
  const url = "postgres://user@one:5432,two:5433/usage";
  assert.deepEqual((await settings(t, { flags: { database: url } })).database, { kind: "postgres", url });
});

test("a database file of mode 600 may hold a password; another mode is refused", async (t) => {
  const file = join(await temporaryFolder(t), "database");
  await writeFile(file, "postgres://user:secret@host/usage\n", { mode: 0o600 });
  const env = { AGENT_USAGE_COLLECTOR_DATABASE_FILE: file };
  const { database } = await settings(t, { env });
  assert.deepEqual(database, { kind: "postgres", url: "postgres://user:secret@host/usage" });
  await chmod(file, 0o644);
  const text = await problems(t, { env });
  assert.match(text, /^AGENT_USAGE_COLLECTOR_DATABASE_FILE .* readable only by its owner/);
  assert.doesNotMatch(text, /secret/);
});

for (const url of [
  "postgres://user:hunter22@host/usage",
  "postgres://user:@host/usage",
  "postgresql://host/usage?password=hunter22",
]) {
  test(`a password in a flag or a variable stops the start: ${url.replace("hunter22", "…")}`, async (t) => {
    for (const given of [{ flags: { database: url } }, { env: { AGENT_USAGE_COLLECTOR_DATABASE: url } }]) {
      const text = await problems(t, given);
      assert.match(text, /must not hold a password/);
      assert.doesNotMatch(text, /hunter22/);
    }
  });
}

for (const [flag, value, message] of [
  ["listen", "8443", "must be HOST:PORT"],
  ["listen", "127.0.0.1:70000", "must be HOST:PORT"],
  ["listen", "unix:relative", "must be HOST:PORT"],
  ["url", "http://host", "must be an https URL"],
  ["url", "https://host/path", "must have no path"],
  ["url", "https://user@host", "must have no user"],
  ["url", "https://host?x=1", "must have no user"],
  ["database", "mysql://host/db", "must be sqlite:PATH"],
  ["local", "0.0.0.0:8480", "loopback"],
  ["local", "192.168.0.1:8480", "loopback"],
  ["trust-proxy", "10.0.0.0/33", "must be a list of addresses"],
  ["trust-proxy", "proxy.example", "must be a list of addresses"],
  ["retention", "35", "at least 36"],
  ["retention", "forever", "at least 36"],
  ["allow-private-webhooks", "maybe", "must be on or off"],
  ["log-level", "loud", "must be one of"],
  ["data", "relative", "must be an absolute path"],
] as const) {
  test(`--${flag} ${value}: named, and not repeated`, async (t) => {
    const text = await problems(t, { flags: { [flag]: value } });
    assert.ok(text.startsWith(`--${flag} `) && text.includes(message), text);
    assert.ok(!text.includes(value), text);
  });
}

test("half a pair is refused", async (t) => {
  assert.match(await problems(t, { flags: { "tls-cert": "/c.pem" } }), /^--tls-cert .*needs tlsKey/);
  assert.match(await problems(t, { file: { tlsKey: "/k.pem" } }), /^tlsKey .*needs tlsCert/);
});

test("an unknown key is named with the one that was meant", async (t) => {
  assert.match(await problems(t, { file: { retenton: 40 } }), /"retenton".*did you mean retention\?/);
});

test("every problem is named at once", async (t) => {
  const text = await problems(t, { flags: { listen: "x", url: "x" }, file: { nonsense: 1 } });
  assert.equal(text.split("\n").length, 3);
});

const ISSUER = "https://login.example/realms/fleet";

test("a provider that signs people in, with its client secret in a file of mode 600", async (t) => {
  const file = join(await temporaryFolder(t), "secret");
  await writeFile(file, "of the client\n", { mode: 0o600 });
  const flags = { "oidc-issuer": ISSUER, "oidc-client-id": "fleet", "oidc-secret-file": file };
  assert.deepEqual((await settings(t, { flags })).oidc, {
    issuer: ISSUER,
    clientId: "fleet",
    clientSecret: "of the client",
    claim: "preferred_username",
    newRole: undefined,
  });
  const more = { ...flags, "oidc-claim": "email", "oidc-role": "viewer", "oidc-issuer": "http://[::1]:9000" };
  const { oidc } = await settings(t, { flags: more });
  assert.deepEqual([oidc?.issuer, oidc?.claim, oidc?.newRole], ["http://[::1]:9000", "email", "viewer"]);
  await chmod(file, 0o640);
  assert.match(await problems(t, { flags }), /^--oidc-secret-file .* readable only by its owner/);
  await writeFile(file, "", { mode: 0o600 });
  await chmod(file, 0o600);
  assert.match(await problems(t, { flags }), /^--oidc-secret-file .* the file is empty/);
});

for (const [flags, message] of [
  [{ "oidc-issuer": ISSUER }, /^--oidc-issuer .*needs oidcClientId and oidcSecretFile as well[^\n]*$/],
  [{ "oidc-client-id": "fleet" }, /^--oidc-client-id .*needs oidcIssuer and oidcSecretFile as well[^\n]*$/],
  [{ "oidc-role": "viewer" }, /^--oidc-role .*needs oidcIssuer and oidcClientId and oidcSecretFile as well/],
  [{ "oidc-role": "admin" }, /^--oidc-role .*must be viewer/],
  [{ "oidc-issuer": "http://login.example" }, /^--oidc-issuer .*must be the provider's https URL/],
  [{ "oidc-issuer": "https://user:hunter22@login.example" }, /^--oidc-issuer (?!.*hunter22).*https URL/],
  [{ "oidc-issuer": `${ISSUER}/.well-known/openid-configuration` }, /^--oidc-issuer .*without/],
] as const) {
  test(`half a provider or a wrong one stops the start: ${JSON.stringify(flags)}`, async (t) => {
    assert.match(await problems(t, { flags }), message);
  });
}
