// PostgreSQL: which host is written to, when a commit is certain, and what is said if none can be reached.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openOrFail, runBeside, STORE_OPTIONS, sharedServer } from "../../../test/support/store/databases.ts";
import { aDay, aMachine, requestsBy, type TestMachine } from "../../../test/support/store/fleet.ts";
import {
  postgresMissing,
  type Server,
  startPostgres,
  startStandby,
  waitsForStandby,
} from "../../../test/support/store/postgres.ts";
import { hostUrls, withoutPassword } from "../../src/store/engine/postgres-url.ts";
import { openStore } from "../../src/store/index.ts";

const MONDAY = "2026-11-16";
const skip = await postgresMissing();

test("a URL may name several hosts", () => {
  assert.deepEqual(hostUrls("postgres://me:a%40b@h1:5432,[::1]:5433,h3/db?sslmode=require"), [
    "postgres://me:a%40b@h1:5432/db?sslmode=require",
    "postgres://me:a%40b@[::1]:5433/db?sslmode=require",
    "postgres://me:a%40b@h3/db?sslmode=require",
  ]);
  for (const wrong of ["postgres://", "postgres://host", "postgres://a,,b/db", "mysql://h/db"]) {
    assert.equal(hostUrls(wrong), undefined, wrong);
  }
});

test("a description has no password", () => {
  assert.equal(withoutPassword("postgres://me:secret@h1,h2/db?password=secret"), "postgres://me@h1,h2/db");
  assert.equal(withoutPassword("postgres://h1/db"), "postgres://h1/db");
});

test("a server that cannot be reached is one line without the password", async () => {
  const database = "postgres://me:secret@127.0.0.1:1,127.0.0.1:2/db";
  const opened = await openStore({ ...STORE_OPTIONS, database });
  assert.ok(opened.status === "unreachable");
  assert.match(
    opened.reason,
    /^postgres:\/\/me@127\.0\.0\.1:1,127\.0\.0\.1:2\/db refuses connections; start /,
  );
  assert.doesNotMatch(opened.reason, /secret|\n/);
});

test("a database that is neither is one line", async () => {
  for (const database of ["mysql://h/db", "collector.db", "postgres://h", "postgres://h:99999/db"]) {
    assert.equal((await openStore({ ...STORE_OPTIONS, database })).status, "wrong_url");
  }
});

test("a database of a newer version is refused", { skip }, async () => {
  const options = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
  const first = await openStore(options);
  assert.ok(first.status === "open");
  await first.store.close();
  await runBeside(options, ["insert into migration (name, timestamp) values ('999-later', '2027-01-01')"]);
  const opened = await openStore(options);
  assert.ok(opened.status === "newer_schema");
  assert.ok(opened.reason.startsWith(options.database));
});

test("another program's database is refused; another program's schema is left alone", { skip }, async (t) => {
  const options = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
  await runBeside(options, ["create schema photos", "create table photos.photo (a integer)"]);
  await openOrFail(t, options);
  const theirs = { ...options, database: await (await sharedServer()).createDatabase() };
  await runBeside(theirs, ["create table photo (a integer)"]);
  const opened = await openStore(theirs);
  assert.ok(opened.status === "foreign", JSON.stringify(opened));
  assert.match(opened.reason, /has the tables of another program; name another database$/);
});

test("a database that has to exist gets no tables if it is empty", { skip }, async () => {
  const options = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
  for (let count = 0; count < 2; count++)
    assert.equal((await openStore({ ...options, mustExist: true })).status, "missing");
});

test("a user who may not create tables is one line", { skip }, async () => {
  const server = await sharedServer();
  const url = await server.createDatabase();
  await server.query("create role plain login");
  // Before version 15, everybody could.
  await runBeside({ ...STORE_OPTIONS, database: url }, ["revoke create on schema public from public"]);
  const opened = await openStore({ ...STORE_OPTIONS, database: url.replace("postgres@", "plain@") });
  assert.ok(opened.status === "denied", JSON.stringify(opened));
  assert.match(opened.reason, /^postgres:\/\/plain@.* does not let its user create tables;/);
});

test("a database that does not exist is one line", { skip }, async () => {
  const url = await (await sharedServer()).createDatabase();
  const opened = await openStore({ ...STORE_OPTIONS, database: `${url}_no` });
  assert.ok(opened.status === "unreachable");
});

test("four processes that start at once on an empty database agree on its key", { skip }, async (t) => {
  const options = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
  const stores = await Promise.all(Array.from({ length: 4 }, () => openOrFail(t, options)));
  assert.equal(new Set(stores.map(({ hmacKey }) => hmacKey.toString("hex"))).size, 1);
});

test("many machines push at once, to two processes, without a deadlock", { skip }, async (t) => {
  const options = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
  const stores = [await openOrFail(t, options), await openOrFail(t, options)] as const;
  const machines = await Promise.all(Array.from({ length: 20 }, () => aMachine(stores[0])));
  const ids = machines.map(({ id }) => id);
  const by = { who: "admin", from: null, at: 0 };
  for (const [index, id] of ids.entries()) {
    if (index % 2 === 1) await stores[0].mergeMachines(id, ids[index - 1] ?? "", by);
  }
  for (let round = 1; round <= 5; round++) {
    const pushes = machines.map((machine, index) => {
      machine.store = stores[index % 2 === 0 ? 0 : 1];
      return machine.push({ account: "team", days: [aDay(MONDAY, { large: round, small: index })] });
    });
    for (const { status } of await Promise.all(pushes)) assert.equal(status, "kept");
  }
  assert.deepEqual(await stores[0].verify(), []);
});

/** A server of this test's own, with a store on it. */
async function ownServer(t: TestContext): Promise<{ server: Server; machine: TestMachine }> {
  const server = await startPostgres();
  t.after(() => server.remove());
  const store = await openOrFail(t, { ...STORE_OPTIONS, database: await server.createDatabase() });
  return { server, machine: await aMachine(store) };
}

/** From now on, commits wait for a standby that is not there. */
async function losesItsStandby(server: Server): Promise<void> {
  await server.query("alter system set synchronous_standby_names = 'nobody'");
  await server.query("select pg_reload_conf()");
}

test("a commit that stops waiting for its standby is no acknowledgment", { skip }, async (t) => {
  const { server, machine } = await ownServer(t);
  await losesItsStandby(server);
  const push = machine.push({ days: [aDay(MONDAY, { large: 1 })] });
  await waitsForStandby(server);
  await server.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
  assert.deepEqual(await push, { status: "unavailable" });
});

test("commits that take too long are no acknowledgment, and keep no more connections than the pool has", {
  skip,
}, async (t) => {
  const { server, machine } = await ownServer(t);
  const machines = [machine];
  while (machines.length < 12) machines.push(await aMachine(machine.store));
  await losesItsStandby(server);
  const pushes = machines.map((each, n) => each.push({ days: [aDay(`2026-11-${n + 10}`, { large: 1 })] }));
  for (const answer of await Promise.all(pushes)) assert.deepEqual(answer, { status: "unavailable" });
  const { rows } = await server.query(
    "select count(*)::int as backends from pg_stat_activity where application_name = 'agent-usage-collector'",
  );
  // A server that waits for its standby does not notice that a client has gone.
  assert.ok(rows[0].backends <= 10, `${rows[0].backends} connections`);
  await server.query("alter system reset synchronous_standby_names");
  await server.query("select pg_reload_conf()");
  for (const each of machines) await each.pushed([aDay(MONDAY, { large: 2 })]);
});

test("pushes go on by themselves after the server was restarted", { skip }, async (t) => {
  const { server, machine } = await ownServer(t);
  await machine.pushed([aDay(MONDAY, { large: 1 })]);
  await server.stop("SIGQUIT");
  const push = machine.push({ days: [aDay(MONDAY, { large: 2 })] });
  await server.start();
  assert.deepEqual(await push, { status: "kept", late: false });
});

test("the primary is found among the hosts, also after a failover", { skip }, async (t) => {
  const primary = await startPostgres();
  t.after(() => primary.remove());
  const url = await primary.createDatabase();
  const standby = await startStandby(primary);
  t.after(() => standby.remove());
  const hosts = `127.0.0.1:1,127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
  const options = { ...STORE_OPTIONS, database: url.replace(`127.0.0.1:${primary.port}`, hosts) };
  const [store, reader] = [await openOrFail(t, options), await openOrFail(t, options)];
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 1 })]);
  assert.deepEqual(await requestsBy(reader, {}), { [MONDAY]: 1n });

  await caughtUp(primary, standby);
  await primary.stop("SIGQUIT");
  await standby.query("select pg_promote()");
  await machine.pushed([aDay(MONDAY, { large: 2 })]);
  // It learns of the failover by this query, as the thread that makes pages does.
  assert.deepEqual(await requestsBy(reader, {}), { [MONDAY]: 2n });

  const onlyStandby = await openStore({ ...STORE_OPTIONS, database: url });
  assert.equal(onlyStandby.status, "unreachable");
  await primary.start();
  await primary.query("alter system set default_transaction_read_only = on");
  await primary.query("select pg_reload_conf()");
  const noPrimary = await openStore({ ...STORE_OPTIONS, database: url.replace("@", "@127.0.0.1:1,") });
  assert.ok(noPrimary.status === "read_only");
  const each = `127.0.0.1:1 refuses connections, 127.0.0.1:${primary.port} is a standby or read-only; start `;
  assert.ok(noPrimary.reason.includes(`has no primary: ${each}`), noPrimary.reason);
});

async function caughtUp(primary: Server, standby: Server): Promise<void> {
  const { rows } = await primary.query("select pg_current_wal_lsn() as lsn");
  const reached = `select pg_last_wal_replay_lsn() >= '${rows[0].lsn}' as reached`;
  while (!(await standby.query(reached)).rows[0].reached);
}

test("a standby alone is not written to", { skip }, async (t) => {
  const primary = await startPostgres();
  t.after(() => primary.remove());
  const url = await primary.createDatabase();
  const standby = await startStandby(primary);
  t.after(() => standby.remove());
  const opened = await openStore({
    ...STORE_OPTIONS,
    database: url.replace(`:${primary.port}/`, `:${standby.port}/`),
  });
  assert.ok(opened.status === "read_only");
  assert.match(opened.reason, /is a standby or read-only; name the primary among the hosts/);
});
