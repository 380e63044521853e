// Which partitions the statements of a push touch, if the tables that grow with the fleet are partitioned by a hash of the machine.
// The statements are those that a push sends to PostgreSQL, and the plans are PostgreSQL's own.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { openOrFail, runBeside, STORE_OPTIONS, sharedServer } from "../../../test/support/store/databases.ts";
import { aDay, aLimit, aMachine, HOUR, NOW, type TestMachine } from "../../../test/support/store/fleet.ts";
import { postgresMissing } from "../../../test/support/store/postgres.ts";
import { openStore, type Store, type StoreOptions } from "../../src/store/index.ts";

/** The tables with rows of every machine and day, state or model. */
const BY_MACHINE = ["machine_day", "usage", "counter", "state"];
const SHARDS = 8;

/** Partitions the empty tables of a new database. */
async function partitioned(): Promise<StoreOptions> {
  const options = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
  const opened = await openStore(options);
  assert.ok(opened.status === "open");
  await opened.store.close();
  const statements = BY_MACHINE.flatMap((table) => [
    `alter table ${table} rename to whole`,
    `create table ${table} (like whole including all) partition by hash (machine)`,
    ...Array.from(
      { length: SHARDS },
      (_, n) =>
        `create table ${table}_${n} partition of ${table} for values with (modulus ${SHARDS}, remainder ${n})`,
    ),
    "drop table whole",
  ]);
  await runBeside(options, statements);
  return options;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs something, and returns the statements that it sent to PostgreSQL. */
async function sentBy(t: TestContext, work: () => Promise<unknown>): Promise<Statement[]> {
  const query = t.mock.method(pg.Client.prototype, "query");
  await work();
  const sent = query.mock.calls.map(({ arguments: [given] }) => given as unknown as Statement);
  query.mock.restore();
  return sent.filter(({ text }) => /^(?:select|insert|update|delete)\b/.test(text));
}

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
}

/** The tables in a plan that were read. */
function relations({ Plans = [], ...node }: Plan): string[] {
  const own = node["Actual Loops"] > 0 ? [node["Relation Name"] ?? ""] : [];
  return [...own, ...Plans.flatMap(relations)];
}

/** How many rows were written to each table, as far as this connection has not reported it yet. */
async function written(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ relname: string; rows: string }>(
    "select relname, n_tup_ins + n_tup_upd + n_tup_del as rows from pg_stat_xact_user_tables",
  );
  return new Map(rows.map(({ relname, rows }) => [relname, Number(rows)]));
}

/** The partitions that a statement reads by its plan, or writes; it is undone. */
async function touched(client: pg.Client, { text, values }: Statement): Promise<string[]> {
  await client.query("begin");
  const before = await written(client);
  const explained = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>({
    text: `explain (analyze, format json) ${text}`,
    values: [...values],
  });
  const after = await written(client);
  await client.query("rollback");
  const plan = explained.rows[0]?.["QUERY PLAN"][0].Plan;
  assert.ok(plan !== undefined);
  const changed = [...after].filter(([name, rows]) => rows > (before.get(name) ?? 0)).map(([name]) => name);
  return [...new Set([...relations(plan), ...changed])].filter((name) => /_\d+$/.test(name)).sort();
}

const pushed = (machine: TestMachine, requests: number) =>
  machine.pushed(
    [aDay("2026-11-21", { large: 1, small: 2 }), aDay("2026-11-22", { large: requests, small: 2 })],
    {
      account: "team",
      limits: [aLimit(requests, { resetsAt: NOW + HOUR })],
    },
  );

async function withFleet(
  t: TestContext,
): Promise<{ store: Store; machines: TestMachine[]; client: pg.Client }> {
  const options = await partitioned();
  const store = await openOrFail(t, options);
  const machines: TestMachine[] = [];
  for (let n = 0; n < 6; n++) {
    const machine = await aMachine(store);
    await pushed(machine, 3);
    machines.push(machine);
  }
  const client = new pg.Client(options.database);
  await client.connect();
  t.after(() => client.end());
  return { store, machines, client };
}

test("every statement of a push stays on the shard of its machine", {
  skip: await postgresMissing(),
}, async (t) => {
  const { store, machines, client } = await withFleet(t);
  const shards = new Set<string>();
  for (const machine of machines) {
    const statements = await sentBy(t, () => pushed(machine, 9));
    assert.ok(statements.length >= 9, `${statements.length}`);
    const of = new Set<string>();
    for (const statement of statements) {
      for (const name of await touched(client, statement)) of.add(name);
    }
    const numbers = new Set([...of].map((name) => name.replace(/^.*_/, "")));
    assert.equal(numbers.size, 1, [...of].join());
    // The day, its models and the running totals.
    assert.ok(of.size >= 3, [...of].join());
    for (const number of numbers) shards.add(number);
  }
  assert.ok(shards.size >= 2, "the machines are spread");
  assert.deepEqual(await store.verify(), []);
});
