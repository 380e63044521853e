import { commitOrRollBack, type Engine, type Moment, type Session } from "./connection.ts";
import { Mutex } from "./mutex.ts";
import { sqliteTrouble } from "./sqlite-errors.ts";
import type { SqliteDatabase, SqliteLibrary } from "./sqlite-library.ts";
import { SqliteSession } from "./sqlite-session.ts";

/** How long to wait for a lock on the file, in milliseconds. */
const BUSY_MS = 2_000;

/**
 * Reads a SQLite file that another connection of this process writes, in a thread that has nothing else to do: a query holds up
 * nobody. It makes no checkpoint either, which two connections must not do at the same time before SQLite 3.51.3.
 */
export class SqliteReadOnly implements Engine {
  readonly kind = "sqlite";
  readonly description: string;
  readonly #database: SqliteDatabase;
  readonly #session: SqliteSession;
  readonly #mutex = new Mutex();
  #release: () => void = () => {};

  /** @param cacheKib what the connection keeps of the file: the system has all of it, too */
  constructor(library: SqliteLibrary, file: string, cacheKib: number) {
    this.description = file;
    this.#database = opened(library, file);
    this.#session = new SqliteSession(this.#database, "begin");
    const pragmas = ["query_only = on", "wal_autocheckpoint = 0", `cache_size = -${cacheKib}`];
    for (const pragma of [`busy_timeout = ${BUSY_MS}`, ...pragmas]) this.#session.exec(`pragma ${pragma}`);
  }

  async acquire(): Promise<Session> {
    this.#release = await this.#mutex.lock();
    return this.#session;
  }

  async release(): Promise<void> {
    this.#release();
  }

  grouped(): never {
    throw new Error("this connection only reads");
  }

  async moment<T>(work: (session: Moment) => Promise<T>): Promise<T> {
    const release = await this.#mutex.lock();
    try {
      return await commitOrRollBack(this.#session, () => work(this.#session));
    } finally {
      release();
    }
  }

  momentAside<T>(work: (session: Moment) => Promise<T>): Promise<T> {
    return this.moment(work);
  }

  ready(): never {
    throw new Error("this connection only reads");
  }

  async close(): Promise<void> {
    const release = await this.#mutex.lock();
    this.#database.close();
    release();
  }
}

function opened(library: SqliteLibrary, file: string): SqliteDatabase {
  try {
    return library.open(file, true);
  } catch (error) {
    throw sqliteTrouble(error);
  }
}
