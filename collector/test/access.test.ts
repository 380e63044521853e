// Every route by every kind of caller: one kind of secret is never accepted as another. And what a whole run puts out holds
// none of these secrets.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { Agent } from "node:https";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Reply, runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { joined, joinedWith, machineId } from "../../test/support/joined.ts";
import { formsFound, readingsOf } from "../../test/support/secrets.ts";
import { type Holder, homeWithPeople, makeHolders, REVOKED_MACHINE } from "./support/holders.ts";
import { routesOf } from "./support/server-routes.ts";

type Caller = keyof typeof holders;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const { id, label, os } = SNAPSHOT.machine;
const SECRET = /^au[a-z]_[\w-]{43}$/;
const SECRETS = /\bau[a-z]_[\w-]{43}/g;

interface Row {
  /** The status of the answer to each of those who are let in. */
  readonly for: Partial<Record<Caller, number>>;
  readonly others: number;
  readonly body?: object;
  /** What is sent in the place of `body` where the secret goes into the body. No header then holds one. */
  readonly bodyWith?: (secret: string) => object | string;
}

const READERS = { "API key": 200, admin: 200, viewer: 200 };
const PEOPLE = { admin: 200, viewer: 200 };
const ADMINS_ONLY = { admin: 200, viewer: 403 };
const NOT_FOUND = { admin: 404, viewer: 404 };
const ADMIN_NOT_FOUND = { admin: 404, viewer: 403 };
const ANYONE: Row = { for: {}, others: 200 };

const ADMIN_PAGE: Row = { for: { admin: 200, viewer: 403 }, others: 303 };

function adminForm(status: number): Row {
  return { for: { admin: status, viewer: 403 }, others: 401 };
}

/** Every route of the server has a row. */
const MATRIX: Readonly<Record<string, Row>> = {
  "POST /agent-usage": { for: { machine: 204, "revoked machine": 403 }, others: 401, body: SNAPSHOT },
  "POST /join": {
    for: { code: 201 },
    others: 401,
    bodyWith: (code) => ({ code, program: "p", machine: { id, label, os } }),
  },
  "GET /api/v1/usage": { for: READERS, others: 401 },
  "GET /api/v1/machines": { for: READERS, others: 401 },
  "GET /api/v1/limits": { for: READERS, others: 401 },
  "GET /api/v1/limits/history": { for: READERS, others: 401 },
  "GET /metrics": { for: { "metrics key": 200 }, others: 401 },
  "GET /livez": ANYONE,
  "GET /readyz": ANYONE,
  "GET /openapi.json": ANYONE,
  "GET /assets/:name": { for: {}, others: 404 },
  "GET /login": ANYONE,
  "POST /login": {
    for: { link: 303 },
    others: 401,
    bodyWith: (code) => new URLSearchParams({ code }).toString(),
  },
  // The provider is down, and nobody is on the way back from it.
  "GET /login/oidc": { for: {}, others: 503 },
  "GET /login/callback": { for: {}, others: 400 },
  "GET /share": ANYONE,
  "POST /share": {
    for: { "share link": 303 },
    others: 401,
    bodyWith: (code) => new URLSearchParams({ code }).toString(),
  },
  "GET /password": { for: PEOPLE, others: 303 },
  "POST /password": { for: { admin: 422, viewer: 422 }, others: 401 },
  "GET /settings": { for: PEOPLE, others: 303 },
  "GET /settings/share": ADMIN_PAGE,
  "GET /settings/audit": ADMIN_PAGE,
  "GET /settings/audit.csv": ADMIN_PAGE,
  "GET /settings/audit.json": ADMIN_PAGE,
  "POST /settings/sessions/end": { for: { admin: 303, viewer: 303 }, others: 401 },
  // Empty forms are refused to those whom they are for.
  "POST /settings/people/add": adminForm(422),
  "POST /settings/people/link": adminForm(422),
  "POST /settings/people/role": adminForm(422),
  "POST /settings/people/remove": adminForm(422),
  "POST /settings/keys/create": adminForm(422),
  "POST /settings/keys/revoke": adminForm(422),
  "POST /settings/shares/create": adminForm(422),
  "POST /settings/shares/revoke": adminForm(422),
  "POST /settings/invites/revoke": adminForm(422),
  "GET /alerts": { for: PEOPLE, others: 303 },
  "GET /alerts.csv": { for: PEOPLE, others: 303 },
  "GET /alerts.json": { for: PEOPLE, others: 303 },
  "GET /alerts/channels/new": { for: { admin: 200, viewer: 403 }, others: 303 },
  "GET /alerts/channels/:id": { for: { admin: 404, viewer: 403 }, others: 303 },
  "GET /alerts/channels/:id/test": { for: { admin: 404, viewer: 403 }, others: 303 },
  "GET /alerts/rules/new": { for: { admin: 200, viewer: 403 }, others: 303 },
  "GET /alerts/rules/edit": { for: { admin: 200, viewer: 403 }, others: 303 },
  "POST /alerts/channels": { for: { admin: 422, viewer: 403 }, others: 401 },
  "POST /alerts/channels/:id": { for: { admin: 404, viewer: 403 }, others: 401 },
  "POST /alerts/channels/:id/test": { for: { admin: 404, viewer: 403 }, others: 401 },
  "POST /alerts/channels/:id/remove": { for: { admin: 404, viewer: 403 }, others: 401 },
  "POST /alerts/rules": { for: { admin: 422, viewer: 403 }, others: 401 },
  "POST /alerts/rules/remove": { for: { admin: 404, viewer: 403 }, others: 401 },
  "POST /alerts/silence": { for: { admin: 404, viewer: 403 }, others: 401 },
  "GET /": { for: { ...PEOPLE, "share session": 200 }, others: 303 },
  "GET /overview.csv": { for: PEOPLE, others: 303 },
  "GET /overview.json": { for: PEOPLE, others: 303 },
  "GET /machines": { for: PEOPLE, others: 303 },
  "GET /machines.csv": { for: PEOPLE, others: 303 },
  "GET /machines.json": { for: PEOPLE, others: 303 },
  "GET /machines/add": { for: ADMINS_ONLY, others: 303 },
  "GET /limits": { for: PEOPLE, others: 303 },
  "GET /limits.csv": { for: PEOPLE, others: 303 },
  "GET /limits.json": { for: PEOPLE, others: 303 },
  // No machine has this id, so those who may look for it find none.
  "GET /machines/:id": { for: NOT_FOUND, others: 303 },
  "GET /machines/:id.csv": { for: NOT_FOUND, others: 303 },
  "GET /machines/:id.json": { for: NOT_FOUND, others: 303 },
  "GET /machines/:id/merge": { for: ADMIN_NOT_FOUND, others: 303 },
  "GET /machines/:id/unmerge": { for: ADMIN_NOT_FOUND, others: 303 },
  "GET /machines/:id/revoke": { for: ADMIN_NOT_FOUND, others: 303 },
  "GET /machines/:id/rotate": { for: ADMIN_NOT_FOUND, others: 303 },
  "GET /machines/:id/tokens/:token/revoke": { for: ADMIN_NOT_FOUND, others: 303 },
  "POST /machines/:id/rename": { for: ADMIN_NOT_FOUND, others: 401 },
  "POST /machines/:id/archive": { for: ADMIN_NOT_FOUND, others: 401 },
  "POST /machines/:id/restore": { for: ADMIN_NOT_FOUND, others: 401 },
  "POST /machines/:id/merge": { for: { admin: 422, viewer: 403 }, others: 401 },
  "POST /machines/:id/unmerge": { for: ADMIN_NOT_FOUND, others: 401 },
  "POST /machines/:id/revoke": { for: ADMIN_NOT_FOUND, others: 401 },
  "POST /machines/:id/rotate": { for: ADMIN_NOT_FOUND, others: 401 },
  "POST /machines/:id/tokens/:token/revoke": { for: ADMIN_NOT_FOUND, others: 401 },
  "POST /invite": { for: { admin: 200, viewer: 403 }, others: 401 },
  // It ends the session, so each of these is asked last.
  "POST /logout": { for: {}, others: 303 },
};

const { home, sessions } = await homeWithPeople({ after });
const secretFile = join(home, "secret");
await writeFile(secretFile, "of the client\n", { mode: 0o600 });
const env = {
  AGENT_USAGE_COLLECTOR_LOG_LEVEL: "trace",
  AGENT_USAGE_COLLECTOR_OIDC_ISSUER: "http://127.0.0.1:9",
  AGENT_USAGE_COLLECTOR_OIDC_CLIENT_ID: "fleet",
  AGENT_USAGE_COLLECTOR_OIDC_SECRET_FILE: secretFile,
};
const collector = await runCollector({ after }, { home, env });
const holders = await makeHolders(collector, sessions);
const ca = await readFile(collector.caFile);
/** Every answer, with what it was to. */
const answers: Place[] = [];

function record(to: string, { status, headers, body }: Reply): number {
  answers.push({ to, holds: `${JSON.stringify(headers)}\n${body}` });
  return status;
}

test("every route of the server has a row in the matrix, and every row has a route", async (t) => {
  const routes = await routesOf(t);
  assert.deepEqual(Object.keys(MATRIX).sort(), [...routes].sort());
});

for (const [caller, { secret, as }] of Object.entries(holders) as [Caller, Holder][]) {
  test(`${caller}: each route lets in those that it is for, and no other`, async (t) => {
    // Failures are limited by address, so each caller has one.
    const ways = ["bearer", "cookie"] as const;
    for (const [index, way] of ways.entries()) {
      const number = Object.keys(holders).indexOf(caller) * ways.length + index + 1;
      const agent = new Agent({ keepAlive: true, ca, localAddress: `127.0.1.${number}` });
      t.after(() => agent.destroy());
      for (const [route, row] of Object.entries(MATRIX)) {
        const [method = "", path = ""] = route.split(" ");
        const inBody = row.bodyWith !== undefined;
        // A secret that belongs into a body is sent once.
        if (inBody && way !== "bearer") continue;
        const header = way === "bearer" ? { authorization: `Bearer ${secret}` } : cookieOf(secret);
        const reply = await collector.send(method, path, {
          agent,
          headers: {
            ...(secret !== "" && !inBody && header),
            ...(method === "POST" && { origin: collector.url }),
            ...(path !== "/agent-usage" && path !== "/join" && FORM),
          },
          ...(method === "POST" && { body: row.bodyWith?.(secret) ?? row.body ?? "" }),
        });
        const expected = as === (inBody ? "body" : way) ? (row.for[caller] ?? row.others) : row.others;
        assert.equal(record(`${caller}: ${route}`, reply), expected, `${route} by ${way}: ${reply.body}`);
      }
    }
  });
}

test("a token used for another machine gets 409, and nothing of it is kept", async () => {
  const other = { ...SNAPSHOT, machine: { ...SNAPSHOT.machine, id: machineId(99) } };
  const pushed = await collector.send("POST", "/agent-usage", { token: holders.machine.secret, body: other });
  assert.equal(record("the push of another machine", pushed), 409);
  assert.equal(JSON.parse(pushed.body).error.code, "other_machine");
  const read = await collector.send("GET", "/api/v1/machines", { token: holders["API key"].secret });
  const { machines } = JSON.parse(read.body) as { machines: { machineId: string }[] };
  assert.ok(!machines.some(({ machineId }) => machineId === other.machine.id));
});

test("a stranger's id as a filter finds nothing", async () => {
  const token = holders["API key"].secret;
  const reply = await collector.send("GET", "/api/v1/usage?from=2026-11-01&machine=999", { token });
  assert.deepEqual([reply.status, JSON.parse(reply.body).rows], [200, []]);
});

test("a revoked machine that joins with a new code gets another token, and the old one stays dead", async () => {
  const fresh = await joined(collector, REVOKED_MACHINE);
  const push = async (token: string) => {
    const { status, body } = await collector.send("POST", "/agent-usage", { token, body: {} });
    return [status, JSON.parse(body).error.code];
  };
  assert.deepEqual(await push(fresh), [422, "invalid_snapshot"]);
  assert.deepEqual(await push(holders["revoked machine"].secret), [401, "invalid_token"]);
});

test("a code is revoked by the beginning that the list shows", async () => {
  const { code } = await collector.invite();
  const { stdout } = await collector.command("invite", "list");
  const listed = /auc_\S+/g;
  const beginning = [...stdout.matchAll(listed)].map(String).find((each) => code.startsWith(each));
  assert.ok(beginning !== undefined, stdout);
  assert.equal((await collector.command("invite", "revoke", beginning)).code, 0);
  await assert.rejects(joinedWith(collector, code), /invalid_code/);
});

test("no secret of the run is in another answer, in the log, in what commands list, or in the database", async () => {
  for (const words of [
    ["key", "list"],
    ["invite", "list"],
    ["machines"],
    ["doctor", "--verify"],
    ["export"],
  ]) {
    const { stdout, stderr } = await collector.command(...words);
    answers.push({ to: words.join(" "), holds: stdout + stderr });
  }
  collector.program.child.kill("SIGTERM");
  const { stdout, stderr, code } = await collector.program.ended;
  assert.equal(code, 0, stderr);
  // Bytes stay as they are: `formsFound` reads them in every way.
  const database = await readFile(join(collector.data, "collector.db"), "latin1");
  const known = Object.values(holders).flatMap(({ secret }) => (SECRET.test(secret) ? [secret] : []));
  assert.equal(known.length, 20);
  const places = [
    ...answers,
    { to: "the database", holds: database },
    { to: "standard output", holds: stdout },
    { to: "the log", holds: stderr },
  ];
  // Most secrets are nowhere, which one look at all places tells.
  const all = readingsOf([...new Set(places.map(({ holds }) => holds))].join("\n"));
  const sightings = (secret: string) =>
    formsFound(all, secret).length === 0
      ? []
      : places.filter(({ holds }) => formsFound(holds, secret).length > 0).map(({ to }) => to);
  for (const secret of known) assert.deepEqual(sightings(secret), []);
  // Those that were made by a request are in the answer to it alone.
  const made = answers.flatMap(({ to, holds }) =>
    [...holds.matchAll(SECRETS)].map(([secret]) => ({ to, secret })),
  );
  assert.ok(made.length > 2);
  for (const { to, secret } of made) assert.deepEqual(sightings(secret), [to]);
});

interface Place {
  readonly to: string;
  readonly holds: string;
}

function cookieOf(secret: string) {
  return { cookie: `__Host-session=${secret}; __Host-share=${secret}` };
}
