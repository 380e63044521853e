// From SQLite to PostgreSQL: from a collector that runs, with every answer as it was (rule RECORD-18).
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { COLLECTOR_CLI, runCollector } from "../../test/support/collector-program.ts";
import { Load } from "../../test/support/failover/load.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { startProgram } from "../../test/support/program.ts";
import { openOrFail, STORE_OPTIONS, sharedServer } from "../../test/support/store/databases.ts";
import { ADMIN, aDay, aLimit, aMachine, frozenDay, HOUR, NOW } from "../../test/support/store/fleet.ts";
import { postgresMissing, until } from "../../test/support/store/postgres.ts";
import { makeSecret } from "../src/auth/index.ts";
import { copyStore, openStore, type Store } from "../src/store/index.ts";
import { explore } from "./support/explore.ts";
import { serverOn } from "./support/server-routes.ts";

const skip = await postgresMissing();

test("pages, the API and /metrics answer from a copy exactly as before", { skip }, async (t) => {
  const file = join(await temporaryFolder(t), "collector.db");
  const source = { ...STORE_OPTIONS, database: `sqlite:${file}` };
  const target = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
  const store = await openOrFail(t, source);
  const secrets = await filled(store);
  while (await store.pack("2026-11-21"));
  const before = await answersOf(store, secrets);
  assert.ok(before.size > 50, `${before.size} answers`);
  const copied = await copyStore(source, target);
  assert.equal(copied.status, "copied", JSON.stringify(copied));
  const after = await answersOf(await openOrFail(t, target), secrets);
  assert.deepEqual([...after.keys()], [...before.keys()]);
  const differing = [...after].filter(([path, answer]) => answer !== before.get(path));
  assert.deepEqual(
    differing.map(([path]) => path),
    [],
  );
});

/** Three machines under two accounts and none, two of them merged, over a month. @returns secrets to read it with */
async function filled(store: Store): Promise<{ session: string; metrics: string }> {
  const [desk, laptop, old] = [await aMachine(store), await aMachine(store), await aMachine(store)];
  const days = Array.from({ length: 30 }, (_, index) => {
    const day = new Date(NOW - (index + 1) * 24 * HOUR).toISOString().slice(0, 10);
    return frozenDay(day, { large: index, small: 7 * index, [`model ${index % 9}`]: 1 });
  });
  const limits = [aLimit(40, { resetsAt: NOW + HOUR }), aLimit(91, { kind: "weekly", group: "weekly" })];
  await desk.pushed([...days, aDay("2026-11-22", { large: 3 })], { account: "team", limits });
  await laptop.pushed(days.slice(0, 20), { account: "=own", label: "<b>laptop</b>" });
  await old.pushed(days.slice(10), { label: "old" });
  await laptop.pushed([aDay("2026-11-22", { large: Number.MAX_SAFE_INTEGER })], {
    account: "=own",
    limits: [aLimit(12)],
  });
  assert.equal((await store.mergeMachines(old.id, laptop.id, ADMIN)).status, "merged");
  await store.secrets.addPerson({ name: "ada", role: "admin" }, ADMIN);
  const session = makeSecret("session", store.hmacKey);
  await store.secrets.addSession("ada", { ...session.stored, expiresAt: NOW + 24 * HOUR }, ADMIN);
  const metrics = makeSecret("key", store.hmacKey);
  await store.secrets.addKey({ ...metrics.stored, name: "prometheus", scope: "metrics" }, ADMIN);
  return { session: session.secret, metrics: metrics.secret };
}

const KEYS = ["day", "machine", "model", "account"];
/** All sixteen. */
const GROUPINGS = Array.from({ length: 2 ** KEYS.length }, (_, bits) =>
  KEYS.filter((_, bit) => (bits >> bit) % 2 === 1),
);

/** What is answered at one moment, by path. Where the database lies and how large it is differs, and is left out. */
async function answersOf(store: Store, secrets: { session: string; metrics: string }) {
  const app = serverOn(store, () => NOW);
  const get = async (url: string, headers: Readonly<Record<string, string>>) => {
    const { statusCode: status, headers: answered, body } = await app.inject({ url, headers });
    return { status, headers: answered, body };
  };
  const cookie = { cookie: `__Host-session=${secrets.session}` };
  const { pages, dead } = await explore({ get: (path) => get(path, cookie) as never });
  assert.deepEqual(dead, []);
  const answers = new Map(pages);
  const range = "from=2026-09-01&to=2026-11-22";
  const reads = [
    ...GROUPINGS.filter((by) => by.length > 0).flatMap((by) =>
      ["json", "csv"].map((format) => `/api/v1/usage?${range}&cost=1&by=${by.join()}&format=${format}`),
    ),
    ...["model=large", "machine=2", "account=team"].map(
      (filter) => `/api/v1/usage?${range}&by=day&${filter}`,
    ),
    "/api/v1/machines",
    "/api/v1/limits",
    `/api/v1/limits/history?${range}`,
  ];
  for (const path of reads) answers.set(path, await okBody(get(path, cookie)));
  const metrics = await okBody(get("/metrics", { authorization: `Bearer ${secrets.metrics}` }));
  answers.set("/metrics", metrics);
  await app.close();
  return new Map([...answers].map(([path, body]) => [path, withoutPlace(body)]));
}

async function okBody(answer: Promise<{ status: number; body: string }>): Promise<string> {
  const { status, body } = await answer;
  assert.equal(status, 200, body);
  return body;
}

const withoutPlace = (page: string) => page.replace(/(?<=<section [^>]*id="database">).*?<\/section>/gs, "");

test("a running collector is copied while pushes go on; a killed copy leaves nothing; what is pushed in between comes back by itself", {
  skip,
}, async (t) => {
  const server = await sharedServer();
  const database = await server.createDatabase();
  const collector = await runCollector(t);
  const load = await Load.of([collector], 4, { pauseMs: 2 });
  load.start();
  await load.more(20);
  const copy = ["copy", "--to", database];

  const empty = await openStore({ ...STORE_OPTIONS, database });
  assert.ok(empty.status === "open");
  await empty.store.close();
  const release = await stopsAt(t, database, "usage");
  const killed = await startProgram(t, COLLECTOR_CLI, [...copy, "--data", collector.data]);
  const name = database.split("/").at(-1);
  await until(
    server,
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = '${name}'`,
  );
  await load.more(50);
  killed.child.kill("SIGKILL");
  await killed.ended;
  await release();

  const again = await collector.command(...copy);
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stdout, /^Copied \d+ rows, and compared every row and every sum\.\n/);
  assert.match(again.stdout, /\nThe copy has everything up to 2\d{3}-.*Z\.\nThe collector still runs, /);
  const third = await collector.command(...copy);
  assert.equal(third.code, 1);
  assert.match(third.stderr, /^[^\n]*the database to copy to is not empty[^\n]*\n$/);

  await load.more(50);
  const moved = await runCollector(t, { env: { AGENT_USAGE_COLLECTOR_DATABASE: database } });
  load.switchTo([moved]);
  await load.more(50);
  await load.stop();
  await load.isKept();
  for (const end of [collector, moved]) {
    const { code, stdout } = await end.command("doctor", "--verify");
    assert.equal(code, 0, stdout);
    assert.match(stdout, /every sum is right/);
  }
});

/** Lets nobody write to a table of the database. @returns the function that ends it */
async function stopsAt(t: TestContext, database: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database });
  client.on("error", () => {});
  await client.connect();
  t.after(() => client.end());
  await client.query(`begin; lock table ${table} in share mode`);
  return async () => void (await client.query("rollback"));
}
