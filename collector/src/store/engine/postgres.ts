import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Connection, commitOrRollBack, type Engine, type ReadSession } from "./connection.ts";
import { Mutex } from "./mutex.ts";
import { postgresTrouble } from "./postgres-errors.ts";
import { PostgresSession } from "./postgres-session.ts";
import { withoutPassword } from "./postgres-url.ts";
import { StoreUnavailable } from "./unavailable.ts";

/** How long one host may take to answer, in milliseconds. */
const CONNECT_MS = 3_000;
/** How long a push may take, its commit and what is tried again included, in milliseconds. The agent waits for 10 s. */
const PUSH_MS = 8_000;
/** How long to wait before trying again, in milliseconds. */
const RETRY_MS = 100;
const MAX_CONNECTIONS = 10;
/** The oldest PostgreSQL that the store works with. */
const FIRST_VERSION = 140_000;
const INT8 = 20;

/** PostgreSQL on one or several hosts, of which one is the primary. The primary is found by asking, also after a failover. */
export class PostgresEngine implements Engine {
  readonly kind = "postgres";
  readonly description: string;
  readonly #hosts: readonly string[];
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, string>();
  readonly #reading = new Mutex();
  /** The host that was the primary last. */
  #host = 0;

  /** @param hosts the URL of each host */
  constructor(hosts: readonly [string, ...string[]], url: string) {
    this.description = withoutPassword(url);
    this.#hosts = hosts;
    const options = () => this.#clientOptions();
    class HostClient extends pg.Client {
      constructor() {
        super(options());
      }
    }
    this.#pool = new pg.Pool({
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      Client: HostClient,
      // The pool waits for it, which its types do not say.
      onConnect: requirePrimary as (client: pg.ClientBase) => void,
    });
    // A connection that breaks while nobody uses it. The pool has removed it.
    this.#pool.on("error", () => {});
  }

  #clientOptions(): pg.ClientConfig {
    return {
      connectionString: this.#hosts[this.#host] ?? "",
      application_name: "agent-usage-collector",
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
    };
  }

  /** Asks each host once, from the last primary on. */
  async acquire(): Promise<PostgresSession> {
    let trouble: unknown;
    for (const _ of this.#hosts) {
      const tried = this.#host;
      try {
        const client = await this.#pool.connect();
        return new PostgresSession(client, this.#names);
      } catch (error) {
        trouble = error;
        // Unless another caller has moved on already.
        if (this.#host === tried) this.#host = (tried + 1) % this.#hosts.length;
      }
    }
    throw postgresTrouble(trouble);
  }

  async release(session: PostgresSession): Promise<void> {
    session.release();
  }

  /** The server shares commits by itself. What fails before its commit is tried again, until there is no more time. */
  async grouped<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const deadline = performance.now() + PUSH_MS;
    for (;;) {
      try {
        return await this.#attempt(work, deadline - performance.now());
      } catch (error) {
        const isPassing =
          error instanceof StoreUnavailable && ["busy", "connection", "read_only"].includes(error.trouble);
        if (!isPassing || performance.now() + RETRY_MS >= deadline) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  async #attempt<T>(work: (connection: Connection) => Promise<T>, ms: number): Promise<T> {
    const session = await this.acquire();
    const timer = setTimeout(() => session.destroy(), ms);
    try {
      return await commitOrRollBack(session, () => work(session));
    } finally {
      clearTimeout(timer);
      session.release();
    }
  }

  /** One at a time, so that pages never take all connections from pushes. */
  async moment<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    const unlock = await this.#reading.lock();
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

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Integers as numbers: those that are read so are at most 2^53-1. */
function parserOf(type: number, format: "text" | "binary"): unknown {
  return type === INT8 ? Number : pg.types.getTypeParser(type, format as "text");
}

interface ServerRow {
  readonly standby: boolean;
  readonly version: number;
  readonly sync: string;
}

/** Rejects for a standby, which cannot be written, and for a server that is too old. */
async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<ServerRow>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby,
       current_setting('server_version_num')::int as version, current_setting('synchronous_commit') as sync`,
  );
  const [server] = rows;
  if (server === undefined || server.standby) throw new StoreUnavailable("read_only");
  if (server.version < FIRST_VERSION) throw new OldServer();
  // An acknowledged push must survive. Where the server waits for less than that, this connection waits all the same.
  if (server.sync === "off" || server.sync === "local") await client.query("set synchronous_commit = on");
}

/** The server is older than PostgreSQL 14. */
export class OldServer extends Error {
  override readonly name = "OldServer";
}
