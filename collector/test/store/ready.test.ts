// Whether PostgreSQL takes writes: asked by balancers every few seconds, and so never kept waiting by what pushes wait for.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { openOrFail, STORE_OPTIONS } from "../../../test/support/store/databases.ts";
import { aDay, aMachine } from "../../../test/support/store/fleet.ts";
import { postgresMissing, startPostgres, until } from "../../../test/support/store/postgres.ts";
import { StoreUnavailable } from "../../src/store/index.ts";

const skip = await postgresMissing();

async function aStore(t: TestContext) {
  const server = await startPostgres();
  t.after(() => server.remove());
  const database = await server.createDatabase();
  return { server, database, store: await openOrFail(t, { ...STORE_OPTIONS, database }) };
}

test("a store whose connections all wait for a standby is ready, and one without a server is not", {
  skip,
}, async (t) => {
  const { server, store } = await aStore(t);
  const machines = await Promise.all(Array.from({ length: 12 }, () => aMachine(store)));
  await server.query("alter system set synchronous_standby_names = 'nobody'");
  await server.query("select pg_reload_conf()");
  let answered = 0;
  const pushes = machines.map(async (machine) => {
    await machine.push({ days: [aDay("2026-11-16", { large: 1 })] });
    answered++;
  });
  const all = "select 1 from pg_stat_activity where wait_event = 'SyncRep' having count(*) >= 7";
  await until(server, all);
  await store.ready();
  assert.equal(answered, 0);
  await Promise.all(pushes);
  await server.stop("SIGQUIT");
  await assert.rejects(store.ready(), StoreUnavailable);
});

test("a store is ready while another process asks the same, or has stopped in the middle of it", {
  skip,
}, async (t) => {
  const { database, store } = await aStore(t);
  const other = new pg.Client({ connectionString: database });
  await other.connect();
  try {
    await other.query("begin");
    await other.query("update meta set value = value where key = 'probe'");
    await store.ready();
  } finally {
    await other.end();
  }
});
