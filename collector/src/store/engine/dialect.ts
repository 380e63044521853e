import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Tables } from "../tables.ts";
import type { Engine, ReadSession, Value } from "./connection.ts";

/** Typed queries on sessions of the engine. */
export function kyselyOf(engine: Engine): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: dialectOf(engine) });
}

/** Typed queries on one session, within the transaction that is open there. */
export function kyselyOn(session: ReadSession): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: dialectOf({
      kind: session.kind,
      acquire: async () => session,
      release: async () => {},
      close: async () => {},
    }),
  });
}

/** Where the queries run. */
interface Source extends Pick<Engine, "kind" | "close"> {
  acquire(): Promise<ReadSession>;
  release(session: ReadSession): Promise<void>;
}

function dialectOf(engine: Source): Dialect {
  const isSqlite = engine.kind === "sqlite";
  return {
    createAdapter: () => (isSqlite ? new TransactionalSqliteAdapter() : new UnlockedPostgresAdapter()),
    createDriver: () => new EngineDriver(engine),
    createIntrospector: (db) => (isSqlite ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
    createQueryCompiler: () => (isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
  };
}

/** SQLite can undo changes of the schema. Kysely assumes that it cannot, and would leave half a migration behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Migrations take a lock of their own, which ends with a transaction. Kysely's ends with the connection, which may be PgBouncer's,
 * and then outlives the process.
 */
class UnlockedPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class EngineConnection implements DatabaseConnection {
  readonly session: ReadSession;

  constructor(session: ReadSession) {
    this.session = session;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return (await this.session.execute(sql, parameters as readonly Value[])) as QueryResult<Row>;
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("nothing here reads row by row");
  }
}

class EngineDriver implements Driver {
  readonly #engine: Source;

  constructor(engine: Source) {
    this.#engine = engine;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EngineConnection> {
    return new EngineConnection(await this.#engine.acquire());
  }

  async beginTransaction({ session }: EngineConnection): Promise<void> {
    await session.begin();
  }

  async commitTransaction({ session }: EngineConnection): Promise<void> {
    await session.commit();
  }

  async rollbackTransaction({ session }: EngineConnection): Promise<void> {
    await session.rollback();
  }

  async releaseConnection({ session }: EngineConnection): Promise<void> {
    await this.#engine.release(session);
  }

  async destroy(): Promise<void> {
    await this.#engine.close();
  }
}
