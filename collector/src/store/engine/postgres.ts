import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, commitOrRollBack, type Engine, type Moment } from "./connection.ts";
import { Mutex } from "./mutex.ts";
import { postgresTrouble } from "./postgres-errors.ts";
import type { PostgresHost } from "./postgres-host.ts";
import { PostgresPool } from "./postgres-pool.ts";
import { Primary } from "./postgres-primary.ts";
import { PostgresSession } from "./postgres-session.ts";
import { withoutPassword } from "./postgres-url.ts";
import { StoreUnavailable } from "./unavailable.ts";

/** How long a push may take, its commit and what is tried again included, in milliseconds. The agent waits for 10 s. */
const PUSH_MS = 8_000;
/** How long to wait before trying again, in milliseconds. */
const RETRY_MS = 100;
/** How often to look whether the server still answers while a statement runs, in milliseconds. */
const WATCH_MS = 5_000;

/** Needs the right to write and a server that lets it write, and waits for no other process that asks the same. */
const COULD_WRITE = "select 1 from meta where key = 'probe' for update skip locked";

/** PostgreSQL on one or several hosts, of which one is the primary. The primary is found by asking, also after a failover. */
export class PostgresEngine implements Engine {
  readonly kind = "postgres";
  readonly description: string;
  readonly #primary: Primary;
  readonly #pool: PostgresPool;
  readonly #names = new Map<string, string>();
  readonly #reading = new Mutex();
  readonly #aside = new Mutex();
  readonly #sessions = new Set<PostgresSession>();
  readonly #watch: NodeJS.Timeout;

  constructor(hosts: readonly [PostgresHost, ...PostgresHost[]], url: string, connections?: number) {
    this.description = withoutPassword(url);
    this.#primary = new Primary(hosts);
    this.#pool = new PostgresPool(() => this.#primary.host, connections);
    this.#watch = setInterval(() => void this.#dropStuck(), WATCH_MS).unref();
  }

  async acquire(): Promise<PostgresSession> {
    try {
      return await this.#connect();
    } catch (error) {
      const trouble = postgresTrouble(error);
      if (!(trouble instanceof StoreUnavailable) || trouble.trouble === "busy") throw trouble;
      this.#primary.doubt();
      throw trouble;
    }
  }

  async #connect(): Promise<PostgresSession> {
    const before = this.#primary.host;
    const host = await this.#primary.known();
    if (host !== before) this.#drop((session) => session.host === before);
    const client = await this.#pool.connect();
    const session = new PostgresSession(client, {
      host: this.#primary.host,
      names: this.#names,
      onTrouble: () => this.#primary.doubt(),
      onRelease: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
    return session;
  }

  async release(session: PostgresSession): Promise<void> {
    session.release();
  }

  /** The server shares commits by itself. What fails before its commit is tried again, until there is no more time. */
  async grouped<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const deadline = performance.now() + PUSH_MS;
    for (;;) {
      try {
        return await this.#attempt(work, deadline);
      } catch (error) {
        const isPassing =
          error instanceof StoreUnavailable && ["busy", "connection", "read_only"].includes(error.trouble);
        if (!isPassing || performance.now() + RETRY_MS >= deadline) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  async #attempt<T>(work: (connection: Connection) => Promise<T>, deadline: number): Promise<T> {
    const session = await this.#acquireBy(deadline);
    const timer = setTimeout(() => session.abandon(), deadline - performance.now());
    try {
      return await commitOrRollBack(session, () => work(session));
    } finally {
      clearTimeout(timer);
      session.release();
    }
  }

  /** Rejects at the deadline; a connection that comes later is given back. */
  async #acquireBy(deadline: number): Promise<PostgresSession> {
    const acquiring = this.acquire();
    const stop = new AbortController();
    const late = sleep(deadline - performance.now(), undefined, stop).catch(() => undefined);
    const session = await Promise.race([acquiring, late]).finally(() => stop.abort());
    if (session !== undefined) return session;
    acquiring.then(
      (tooLate) => tooLate.release(),
      () => {},
    );
    throw new StoreUnavailable("busy");
  }

  /** One at a time, so that pages never take all connections from pushes. */
  moment<T>(work: (session: Moment) => Promise<T>): Promise<T> {
    return this.#momentAfter(this.#reading, work);
  }

  momentAside<T>(work: (session: Moment) => Promise<T>): Promise<T> {
    return this.#momentAfter(this.#aside, work);
  }

  async #momentAfter<T>(others: Mutex, work: (session: Moment) => Promise<T>): Promise<T> {
    const unlock = await others.lock();
    try {
      const session = await this.acquire();
      try {
        return await commitOrRollBack(session, async () => {
          await session.run("set transaction isolation level repeatable read, read only");
          return work(session);
        });
      } finally {
        session.release();
      }
    } finally {
      unlock();
    }
  }

  /** Undone, because a commit would wait for the standby. */
  async ready(): Promise<void> {
    // All connections may be in use by commits that wait for a standby; those to a server that is gone are dropped.
    if (!this.#pool.hasRoom) return this.#findPrimary();
    const session = await this.acquire();
    try {
      await session.begin();
      await session.run(COULD_WRITE);
    } finally {
      await session.rollback();
      session.release();
    }
  }

  async #findPrimary(): Promise<void> {
    try {
      await this.#primary.find();
    } catch (error) {
      throw postgresTrouble(error);
    }
  }

  /**
   * A stopped or unreachable server ends no connection. Drops those that have waited for one, unless the server still
   * answers others and is the primary: then the statement only takes long.
   */
  async #dropStuck(): Promise<void> {
    const stuck = [...this.#sessions].filter(({ waitsFor }) => waitsFor >= WATCH_MS);
    if (stuck.length === 0) return;
    const host = await this.#primary.find().catch(() => undefined);
    this.#drop((session) => stuck.includes(session) && session.host !== host);
  }

  #drop(isDropped: (session: PostgresSession) => boolean): void {
    for (const session of this.#sessions) if (isDropped(session)) session.destroy();
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    await this.#pool.close();
  }
}
