import { stat } from "node:fs/promises";
import type { Kysely } from "kysely";
import { errorCode } from "../../../src/base/errors.ts";
import type { Engine } from "./engine/connection.ts";
import { kyselyOf } from "./engine/dialect.ts";
import type { SqliteName } from "./engine/sqlite-library.ts";
import { allMigrations } from "./migrations/all.ts";
import { migrate } from "./migrations/migrate.ts";
import { type OpenFailure, openFailure, SQLITE } from "./open-failure.ts";
import { openPostgres } from "./open-postgres.ts";
import { openSqlite } from "./open-sqlite.ts";
import type { OpenedEngine } from "./opened.ts";
import type { Authority } from "./records.ts";
import { SqlStore } from "./sql-store.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

export interface StoreOptions {
  /** `sqlite:PATH`, or `postgres://user@host1:5432,host2/name`. */
  readonly database: string;
  /** Called once, under the lock of the migration, for a database that has no authority yet. */
  readonly makeAuthority: () => Promise<Authority>;
  /** Whether a missing database is refused. Without it, one is made. */
  readonly mustExist?: boolean;
  /** The SQLite library; the best there is, unless given. */
  readonly sqlite?: SqliteName;
}

export type OpenResult = { readonly status: "open"; readonly store: Store } | OpenFailure;

/** A database whose schema is that of this version. */
export interface MigratedDatabase {
  readonly status: "open";
  readonly engine: Engine;
  readonly db: Kysely<Tables>;
  readonly copyTo: OpenedEngine["copyTo"];
}

/** Opens the database, creates it if it is new, and brings its schema up to date. */
export async function openStore(options: StoreOptions): Promise<OpenResult> {
  const opened = await openMigrated(options);
  if (opened.status !== "open") return opened;
  const { engine, db, copyTo } = opened;
  try {
    return { status: "open", store: new SqlStore({ engine, db, meta: await readMeta(db), copyTo }) };
  } catch (error) {
    await engine.close();
    return openFailure(error, options.database);
  }
}

/** The same, for what works on the tables themselves. */
export async function openMigrated(options: StoreOptions): Promise<MigratedDatabase | OpenFailure> {
  const { database } = options;
  try {
    if (database.startsWith(SQLITE)) {
      const file = database.slice(SQLITE.length);
      if (options.mustExist && (await isMissing(file)))
        return { status: "missing", reason: `there is no database at ${file}. ${RUN_SERVE}` };
      return await prepare(await openSqlite(file, options.sqlite), options);
    }
    return await prepare(openPostgres(database), options);
  } catch (error) {
    return openFailure(error, database);
  }
}

async function prepare(
  { engine, copyTo, copyFirst }: OpenedEngine,
  { makeAuthority, mustExist = false }: StoreOptions,
): Promise<MigratedDatabase | OpenFailure> {
  const db = kyselyOf(engine);
  try {
    const migrations = allMigrations(engine.kind, makeAuthority);
    const { status } = await migrate({ engine, db, migrations, mustExist, copyFirst });
    if (status === "ready") return { status: "open", engine, db, copyTo };
    await engine.close();
    const name = engine.description;
    return status === "empty"
      ? { status: "missing", reason: `${name} is empty. ${RUN_SERVE}` }
      : {
          status: "newer_schema",
          reason: `${name} was written by a newer version of agent-usage-collector; install that version`,
        };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

const RUN_SERVE = "Fix: check the name, or run serve first";

async function isMissing(file: string): Promise<boolean> {
  return stat(file).then(
    () => false,
    (error: unknown) => ["ENOENT", "ENOTDIR"].includes(errorCode(error)),
  );
}

async function readMeta(db: Kysely<Tables>): Promise<{ hmacKey: Buffer; authority: Authority }> {
  const rows = await db.selectFrom("meta").selectAll().execute();
  const meta = new Map(rows.map(({ key, value }) => [key, value]));
  const value = (key: string) => meta.get(key) ?? "";
  return {
    hmacKey: Buffer.from(value("hmac_key"), "base64"),
    authority: { certificate: value("ca_certificate"), key: value("ca_key") },
  };
}
