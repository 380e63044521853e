import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { type Engine, type Session, transaction } from "../engine/connection.ts";
import { isForeign } from "../engine/foreign.ts";
import { StoreUnavailable } from "../engine/unavailable.ts";
import type { Tables } from "../tables.ts";

/** The lock of PostgreSQL that lets one process change the schema at a time. */
const LOCK = 7_203_115;

export interface MigrateOptions {
  readonly engine: Engine;
  readonly db: Kysely<Tables>;
  /** By name, in the order of their names. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Whether tables are only changed, and never made in an empty database. */
  readonly mustExist?: boolean;
  /** Called before an older schema is changed. @param name of the first migration to come */
  readonly copyFirst: (name: string) => Promise<void>;
}

/** `newer`: the database was made by a newer version. `empty`: it has to exist, and has no tables. Nothing was changed. */
export type Migrated = { readonly status: "ready" | "newer" | "empty" };

/**
 * Brings the schema up to date: under a lock, in one transaction. Rejects if a migration fails, or if
 * the database is another program's; then nothing has changed.
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const { migrations } = options;
  const done = await executed(options);
  if (done.some((name) => !Object.hasOwn(migrations, name))) return { status: "newer" };
  if (done.length === 0 && options.mustExist) return { status: "empty" };
  const next = Object.keys(migrations).find((name) => !done.includes(name));
  if (done.length > 0 && next !== undefined) await options.copyFirst(next);
  const migrator = new Migrator({
    db: options.db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: "migration",
    migrationLockTableName: "migration_lock",
  });
  const { error } = await alone(options.engine, () => migrator.migrateToLatest());
  if (error !== undefined) throw error;
  return { status: "ready" };
}

/** Runs what changes the schema while no other process does. */
function alone<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  // SQLite lets nobody else open the file.
  if (engine.kind === "sqlite") return work();
  return transaction(engine, async (session) => {
    await lockMigrations(session);
    return work();
  });
}

/** Whoever starts on the database waits until the end of the transaction. On SQLite, nobody else can. */
export async function lockMigrations(session: Session): Promise<void> {
  if (session.kind === "postgres") await session.run("select pg_advisory_xact_lock($1)", [LOCK]);
}

/** The names of the migrations that the database has had. */
async function executed({ db }: MigrateOptions): Promise<string[]> {
  const tables = await tableNames(db);
  if (isForeign(tables)) throw new StoreUnavailable("foreign");
  if (!tables.includes("migration")) return [];
  const rows = await (db as unknown as Kysely<{ migration: { name: string } }>)
    .selectFrom("migration")
    .select("name")
    .execute();
  return rows.map(({ name }) => name);
}

/** The tables where ours are made: in PostgreSQL, other schemas of the database may be other programs'. */
async function tableNames(db: Kysely<Tables>): Promise<string[]> {
  const all = await db.introspection.getTables({ withInternalKyselyTables: true });
  const tables = all.filter(({ isView }) => !isView);
  if (!tables.some(({ schema }) => schema !== undefined)) return tables.map(({ name }) => name);
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return tables.filter(({ schema }) => schema === rows[0]?.name).map(({ name }) => name);
}
