// The databases that the store's tests run on: each SQLite library that this Node can load, and PostgreSQL.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import pg from "pg";
import {
  openStore,
  type Store,
  type StoreOptions,
  sqliteLibraries,
} from "../../../collector/src/store/index.ts";
import { temporaryFolder } from "../folder.ts";
import { postgresMissing, type Server, startPostgres } from "./postgres.ts";
import { Databases } from "./server-databases.ts";

const makeAuthority = async () => ({ certificate: "certificate", key: "key" });

/** Opens a database that must open; it is closed after the test. */
export async function openOrFail(t: TestContext, options: StoreOptions): Promise<Store> {
  const opened = await openStore(options);
  assert.ok(opened.status === "open", JSON.stringify(opened));
  t.after(() => opened.store.close());
  return opened.store;
}

export const STORE_OPTIONS: Omit<StoreOptions, "database"> = { makeAuthority };

/** Runs a test on each database, with a new store. */
export function testOnEach(
  name: string,
  run: (store: Store, t: TestContext, options: StoreOptions) => Promise<void>,
): void {
  for (const { name: sqlite } of sqliteLibraries()) {
    test(`${sqlite}: ${name}`, async (t) => {
      const database = `sqlite:${join(await temporaryFolder(t), "collector.db")}`;
      const options = { ...STORE_OPTIONS, database, sqlite };
      await run(await openOrFail(t, options), t, options);
    });
  }
  test(`PostgreSQL: ${name}`, async (t) => {
    const missing = await postgresMissing();
    if (missing !== false) return t.skip(missing);
    const options = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
    return run(await openOrFail(t, options), t, options);
  });
}

let started: Promise<Server> | undefined;
after(async () => (await started)?.remove());

/** One server for all tests of a file, whose settings they may change. */
export function serverOfThisFile(): Promise<Server> {
  started ??= startPostgres();
  return started;
}

/** The server of the whole run where its runner started one, or else of this file. */
export async function sharedServer(): Promise<Databases> {
  const port = process.env["AGENT_USAGE_TEST_POSTGRES_PORT"];
  if (port === undefined) return serverOfThisFile();
  shared ??= new Databases(Number(port));
  return shared;
}

let shared: Databases | undefined;

/** Runs statements on a database beside its store. */
export async function runBeside(
  { database, sqlite }: StoreOptions,
  statements: readonly string[],
): Promise<void> {
  if (!database.startsWith("sqlite:")) {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return client.end();
  }
  const library = sqliteLibraries().find(({ name }) => sqlite === undefined || name === sqlite);
  const beside = library?.open(database.slice("sqlite:".length));
  for (const statement of ["pragma busy_timeout = 5000", ...statements]) beside?.exec(statement);
  beside?.close();
}

const TABLES = [
  ["pack", "pack_change"],
  ["state", "machine_day", "usage", "day_sum", "account_day_sum", "counter", "limit_now", "limit_history"],
  ["machine_token", "invite", "machine", "audit"],
].flat();

/** Removes all machines, and what is kept of them. */
export async function emptied(options: StoreOptions): Promise<void> {
  await runBeside(options, ["begin", ...TABLES.map((table) => `delete from ${table}`), "commit"]);
}
