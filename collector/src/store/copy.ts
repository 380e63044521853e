import { createHash, type Hash } from "node:crypto";
import { type CopiedTable, copiedTables, pagesOf } from "./copied-table.ts";
import { type CopySource, openSource } from "./copy-source.ts";
import { type ReadSession, type Session, transaction, type Value } from "./engine/connection.ts";
import { StoreUnavailable } from "./engine/unavailable.ts";
import { MIGRATIONS } from "./migrations/all.ts";
import { lockMigrations } from "./migrations/migrate.ts";
import { type MigratedDatabase, openMigrated, type StoreOptions } from "./open.ts";
import type { OpenFailure } from "./open-failure.ts";
import { verifySums } from "./queries/verify.ts";

export type CopyResult =
  /** `isServed`: a collector is known to run on the source, so there may be more by now. */
  | { readonly status: "copied"; readonly rows: number; readonly isServed: boolean }
  /** There is something in the target. */
  | { readonly status: "not_empty" }
  /** The collector that runs on the source is of another version. */
  | { readonly status: "other_version" }
  /** What was read back is not what was written, so nothing is kept. `table` is the first that differs. */
  | { readonly status: "differs"; readonly table: string }
  /** All is copied as it was, but these sums were wrong before. */
  | { readonly status: "wrong_sums"; readonly wrong: readonly string[] }
  /** `reason` is one line for the terminal. */
  | { readonly status: "failed"; readonly reason: string };

/**
 * Copies all of a database to another, empty one, on either engine: one moment of it, in one transaction, with its key and
 * its authority. A collector may run on it meanwhile. Every row is read back and compared, and the sums are worked out again.
 */
export async function copyStore(from: StoreOptions, to: StoreOptions): Promise<CopyResult> {
  const source = await openSource(from);
  if (source.status !== "open") return failed(source);
  try {
    const target = await openMigrated(to);
    if (target.status !== "open") return failed(target);
    try {
      return await copyAll(source, target);
    } finally {
      await target.engine.close();
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) return { status: "failed", reason: error.message };
    throw error;
  } finally {
    await source.close();
  }
}

function failed({ reason }: OpenFailure): CopyResult {
  return { status: "failed", reason };
}

async function copyAll(source: CopySource, target: MigratedDatabase): Promise<CopyResult> {
  const tables = await copiedTables(target.db);
  const copied = await transaction(target.engine, async (writing): Promise<CopyResult> => {
    // A collector that starts on the target waits for the end: it would go on with a key that is replaced.
    await lockMigrations(writing);
    for (const { name } of tables.filter(({ name }) => name !== "meta")) {
      if ((await writing.all(`select 1 from ${name} limit 1`)).length > 0)
        throw new Undone({ status: "not_empty" });
    }
    const rows = await source.moment((reading) => copyTables(tables, reading, writing));
    return { status: "copied", rows, isServed: source.isServed };
  }).catch(asResult);
  if (copied.status !== "copied") return copied;
  const wrong = await verifySums(target.db, target.engine.kind);
  return wrong.length === 0 ? copied : { status: "wrong_sums", wrong };
}

/** Thrown to undo what was written. */
class Undone extends Error {
  readonly result: CopyResult;

  constructor(result: CopyResult) {
    super(result.status);
    this.result = result;
  }
}

function asResult(error: unknown): CopyResult {
  if (error instanceof Undone) return error.result;
  throw error;
}

async function copyTables(
  tables: readonly CopiedTable[],
  reading: ReadSession,
  writing: Session,
): Promise<number> {
  const done = await reading.all<{ name: string }>("select name from migration order by name");
  if (done.map(({ name }) => name).join() !== MIGRATIONS.join())
    throw new Undone({ status: "other_version" });
  // What makes the database: the copy's takes its place.
  await writing.run("delete from meta");
  let rows = 0;
  for (const table of tables) {
    const written = createHash("sha256");
    for await (const page of pagesOf(reading, table)) {
      await writing.upsert(table.insert, withoutReference(page, table));
      update(written, page);
      rows += page.length;
    }
    if (table.reference !== -1) {
      for await (const page of pagesOf(reading, table)) await writing.upsert(table.insert, page);
    }
    if (table.hasIds && writing.kind === "postgres") await continueIds(writing, table.name);
    if ((await digestOf(writing, table)) !== written.digest("hex"))
      throw new Undone({ status: "differs", table: table.name });
  }
  return rows;
}

/** Rows that may stand before those that they refer to. */
function withoutReference(page: readonly Value[][], { reference }: CopiedTable): readonly Value[][] {
  return reference === -1 ? page : page.map((row) => row.with(reference, null));
}

/** The next id follows the greatest. SQLite sees to it by itself. */
async function continueIds(session: Session, table: string): Promise<void> {
  await session.all(
    `select setval(pg_get_serial_sequence('${table}', 'id'), greatest(max(id), 1), max(id) is not null) from ${table}`,
  );
}

async function digestOf(session: Session, table: CopiedTable): Promise<string> {
  const hash = createHash("sha256");
  for await (const page of pagesOf(session, table)) update(hash, page);
  return hash.digest("hex");
}

function update(hash: Hash, page: readonly Value[][]): void {
  for (const row of page) {
    hash.update(JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value)));
  }
}
