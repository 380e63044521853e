// A primary with a synchronous standby: nothing is acknowledged that the standby does not have, whatever fails.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openOrFail, runBeside, STORE_OPTIONS } from "../../../test/support/store/databases.ts";
import { aDay, aMachine, requestsBy } from "../../../test/support/store/fleet.ts";
import {
  postgresMissing,
  type Server,
  startPostgres,
  startStandby,
  until,
  waitsForStandby,
} from "../../../test/support/store/postgres.ts";
import { StoreUnavailable } from "../../src/store/index.ts";

const MONDAY = "2026-11-16";
const skip = await postgresMissing();

let pair: Promise<{ primary: Server; standby: Server }> | undefined;
after(async () => {
  const servers = await pair;
  await servers?.primary.remove();
  await servers?.standby.remove();
});

/** One pair for all tests. */
function aPair() {
  pair ??= startPair();
  return pair;
}

async function startPair() {
  const primary = await startPostgres();
  const standby = await startStandby(primary);
  await primary.query("alter system set synchronous_standby_names = '*'");
  await primary.query("select pg_reload_conf()");
  await until(primary, "select 1 from pg_stat_replication where sync_state = 'sync'");
  return { primary, standby };
}

/** Stops what brings changes to the standby. @returns what lets it go on */
async function stopReceiving(standby: Server): Promise<() => void> {
  const { rows } = await standby.query("select pid from pg_stat_wal_receiver");
  const { pid } = rows[0] as { pid: number };
  process.kill(pid, "SIGSTOP");
  return () => process.kill(pid, "SIGCONT");
}

async function aStore(t: Parameters<typeof openOrFail>[0]) {
  const { primary, standby } = await aPair();
  const options = { ...STORE_OPTIONS, database: await primary.createDatabase() };
  return { primary, standby, options, store: await openOrFail(t, options) };
}

test("a push that changes nothing, and a late one, wait for the standby all the same", {
  skip,
}, async (t) => {
  const { primary, standby, store } = await aStore(t);
  const machine = await aMachine(store);
  const days = [aDay(MONDAY, { large: 1 })];
  await machine.pushed(days, { seq: 5 });
  for (const [seq, late] of [
    [6, false],
    [4, true],
  ] as const) {
    const goOn = await stopReceiving(standby);
    let isAnswered = false;
    const push = machine.push({ days, seq }).finally(() => {
      isAnswered = true;
    });
    await waitsForStandby(primary);
    assert.equal(isAnswered, false);
    goOn();
    assert.deepEqual(await push, { status: "kept", late });
  }
});

test("pushes go on by themselves after their connections were terminated", { skip }, async (t) => {
  const { primary, standby, store } = await aStore(t);
  const machine = await aMachine(store);
  const goOn = await stopReceiving(standby);
  const push = machine.push({ days: [aDay(MONDAY, { large: 1 })] });
  await waitsForStandby(primary);
  await primary.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
  goOn();
  assert.equal((await push).status, "kept");
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 1n });
});

test("a push waits for a primary that is read-only for a moment", { skip }, async (t) => {
  const { primary, store, options } = await aStore(t);
  const machine = await aMachine(store);
  const name = options.database.slice(options.database.lastIndexOf("/") + 1);
  await primary.query(`alter database ${name} set default_transaction_read_only = on`);
  await primary.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await assert.rejects(store.ready(), StoreUnavailable);
  const push = machine.push({ days: [aDay(MONDAY, { large: 1 })] });
  await primary.query(`alter database ${name} reset default_transaction_read_only`);
  assert.deepEqual(await push, { status: "kept", late: false });
});

test("a write that finds no room on the disk is no acknowledgment, and the next one is kept", {
  skip,
}, async (t) => {
  const { store, options } = await aStore(t);
  const machine = await aMachine(store);
  await runBeside(options, [
    `create function no_room() returns trigger language plpgsql as
       $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`,
    "create trigger no_room before insert on usage for each row execute function no_room()",
  ]);
  assert.deepEqual(await machine.push({ days: [aDay(MONDAY, { large: 1 })] }), { status: "unavailable" });
  await runBeside(options, ["drop trigger no_room on usage"]);
  await machine.pushed([aDay(MONDAY, { large: 1 })]);
});

test("pushes go on while another version adds columns to the tables", { skip }, async (t) => {
  const { store, options } = await aStore(t);
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 1 })]);
  const tables = ["machine", "machine_token", "machine_day", "usage", "state", "limit_now", "day_sum"];
  await runBeside(
    options,
    tables.map((table) => `alter table ${table} add column later integer`),
  );
  await machine.pushed([aDay(MONDAY, { large: 2 })]);
  assert.deepEqual(await store.verify(), []);
});
