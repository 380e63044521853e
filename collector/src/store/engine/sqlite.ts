import { AsideReader } from "./aside-reader.ts";
import { type Connection, type Engine, type Moment, type Session, transaction } from "./connection.ts";
import { isForeign } from "./foreign.ts";
import { Mutex } from "./mutex.ts";
import type { SqliteDatabase, SqliteLibrary } from "./sqlite-library.ts";
import { createPrivate, lockFile } from "./sqlite-lock.ts";
import { SqliteReader } from "./sqlite-reader.ts";
import { SqliteSession } from "./sqlite-session.ts";
import { StoreUnavailable } from "./unavailable.ts";

/** How long to wait for another program's lock on the file, in milliseconds. */
const BUSY_MS = 2_000;
const PAGES_MEMORY = { cacheKib: 32_768 };
/** The most transactions that share a commit. It bounds how long the first of them waits. */
const MAX_GROUP = 64;

interface Waiting {
  readonly run: (connection: Connection) => Promise<void>;
  readonly fail: (error: unknown) => void;
  readonly succeed: () => void;
}

/**
 * A SQLite file with one connection that reads and writes. Write-ahead log and `synchronous=FULL`: what is committed
 * survives a power failure. Small transactions that wait at the same time share one commit, so that they share its sync.
 */
export class SqliteEngine implements Engine {
  readonly kind = "sqlite";
  readonly description: string;
  readonly library: SqliteLibrary["name"];
  readonly #database: SqliteDatabase;
  readonly #session: SqliteSession;
  readonly #reader: SqliteReader;
  readonly #aside: AsideReader;
  readonly #mutex = new Mutex();
  readonly #unlock: () => void;
  #release: () => void = () => {};
  #waiting: Waiting[] = [];
  #draining = false;

  private constructor(library: SqliteLibrary, file: string, unlock: () => void) {
    this.description = file;
    this.library = library.name;
    this.#unlock = unlock;
    this.#database = library.open(file);
    this.#session = new SqliteSession(this.#database);
    this.#reader = new SqliteReader(library.name, file, PAGES_MEMORY);
    this.#aside = new AsideReader(library.name, file);
  }

  /** Rejects with `StoreUnavailable`: `busy` if another process has the file, `foreign`, `corrupt`, `read_only`, ... */
  static async open(library: SqliteLibrary, file: string): Promise<SqliteEngine> {
    await createPrivate(file);
    const lock = await lockFile(library, file);
    try {
      const engine = new SqliteEngine(library, file, lock.release);
      await engine.#prepareOrClose();
      return engine;
    } catch (error) {
      lock.release();
      const isOurs = !(error instanceof StoreUnavailable && ["foreign", "corrupt"].includes(error.trouble));
      if (!isOurs) await lock.removeIfNew();
      throw error;
    }
  }

  async #prepareOrClose(): Promise<void> {
    try {
      this.#session.exec(`pragma busy_timeout = ${BUSY_MS}`);
      await this.#refuseForeign();
      this.#prepare();
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Before anything is changed: the write-ahead log would stay with the other program's file. */
  async #refuseForeign(): Promise<void> {
    const tables = await this.#session.all<{ name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    );
    if (isForeign(tables.map(({ name }) => name))) throw new StoreUnavailable("foreign");
  }

  #prepare(): void {
    const session = this.#session;
    session.exec("pragma journal_mode = wal");
    session.exec("pragma synchronous = full");
    session.exec("pragma foreign_keys = on");
    session.exec("pragma wal_autocheckpoint = 4000");
    session.exec("pragma journal_size_limit = 67108864");
    // In KiB. 10,000 machines touch 100 MB of pages in turn: the system caches those, and this process stays small.
    session.exec("pragma cache_size = -8192");
    // Finds out now whether the file can be written.
    session.exec("begin immediate");
    session.exec("rollback");
  }

  async acquire(): Promise<Session> {
    const release = await this.#mutex.lock();
    this.#release = release;
    return this.#session;
  }

  async release(): Promise<void> {
    this.#release();
  }

  grouped<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      this.#waiting.push({
        run: async (connection) => {
          result = await work(connection);
        },
        fail: reject,
        succeed: () => resolve(result),
      });
      if (this.#draining) return;
      this.#draining = true;
      // After the requests that have arrived by now were read, so that they join.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, MAX_GROUP);
      const release = await this.#mutex.lock();
      await this.#runGroup(group);
      release();
      // Lets sockets be read between two groups.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#draining = false;
  }

  async #runGroup(group: readonly Waiting[]): Promise<void> {
    const done: Waiting[] = [];
    try {
      await this.#session.begin();
      const [first] = group;
      if (group.length === 1 && first !== undefined) {
        // What it did is undone with the transaction.
        await first.run(this.#session);
        done.push(first);
      } else {
        for (const each of group) if (await this.#runOne(each)) done.push(each);
      }
      await this.#session.commit();
      for (const each of done) each.succeed();
    } catch (error) {
      await this.#session.rollback();
      for (const each of group) each.fail(error);
    }
  }

  /** @returns whether it was done. A bug undoes its own part alone; trouble with the database is thrown. */
  async #runOne(each: Waiting): Promise<boolean> {
    const part = this.#session.part();
    try {
      await each.run(this.#session);
      part.keep();
      return true;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      part.undo();
      each.fail(error);
      return false;
    }
  }

  /** So that the file alone is the database, and can be moved. */
  #foldLog(): void {
    try {
      this.#session.exec("pragma wal_checkpoint(truncate)");
    } catch (error) {
      // The disk is full or fails. The log stays, and is read at the next start.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  moment<T>(work: (session: Moment) => Promise<T>): Promise<T> {
    return this.#reader.moment(work);
  }

  momentAside<T>(work: (session: Moment) => Promise<T>): Promise<T> {
    return this.#aside.moment(work);
  }

  async ready(): Promise<void> {
    await transaction(this, (session) => session.run("update meta set value = value where key = 'probe'"));
  }

  async close(): Promise<void> {
    await Promise.all([this.#reader.close(), this.#aside.close()]);
    const release = await this.#mutex.lock();
    this.#foldLog();
    this.#database.close();
    this.#unlock();
    release();
  }
}
