import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { PostgresHost } from "./postgres-host.ts";
import { requirePrimary } from "./postgres-server.ts";

/** The thread that makes pages has 3 more: 10 a process. */
const MAX_CONNECTIONS = 7;
/** How long to wait for one of them, in milliseconds. */
const WAIT_MS = 8_000;
/** How long a server may take to say goodbye, in milliseconds. */
const END_MS = 1_000;

/** The connections to whichever host is the primary. */
export class PostgresPool {
  readonly #host: () => PostgresHost;
  readonly #max: number;
  readonly #pool: pg.Pool;
  readonly #hosts = new WeakMap<pg.PoolClient, PostgresHost>();
  readonly #open = new Set<pg.Client>();

  /** @param host the primary; asked for each new connection */
  constructor(host: () => PostgresHost, max = MAX_CONNECTIONS) {
    this.#host = host;
    this.#max = max;
    const { Client } = this.#clientClass();
    this.#pool = new pg.Pool({
      max,
      connectionTimeoutMillis: WAIT_MS,
      Client,
      // The pool waits for it, which its types do not say.
      onConnect: requirePrimary as unknown as (client: pg.ClientBase) => void,
    });
    // A connection that breaks while nobody uses it. The pool has removed it.
    this.#pool.on("error", () => {});
  }

  #clientClass() {
    const [hosts, open] = [this.#hosts, this.#open];
    const current = () => this.#host();
    class Client extends pg.Client {
      constructor() {
        const host = current();
        super(host.config());
        hosts.set(this as unknown as pg.PoolClient, host);
        open.add(this);
        // Whoever uses it gets the error too. One that nobody listens to ends the process.
        this.on("error", () => {});
        this.once("end", () => open.delete(this));
      }
    }
    return { Client };
  }

  /** Whether a connection could be had at once. */
  get hasRoom(): boolean {
    const { idleCount, totalCount, waitingCount } = this.#pool;
    return waitingCount === 0 && (idleCount > 0 || totalCount < this.#max);
  }

  /** A connection to the primary. Those to a host that was the primary before are dropped. */
  async connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (this.isCurrent(client)) return client;
      client.release(true);
    }
  }

  isCurrent(client: pg.PoolClient): boolean {
    return this.#hosts.get(client) === this.#host();
  }

  /** Ends all connections; at once where the server does not answer. */
  async close(): Promise<void> {
    await Promise.race([this.#pool.end(), sleep(END_MS, undefined, { ref: false })]);
    for (const client of this.#open) client.connection.stream.destroy();
  }
}

/** Says goodbye, and does not wait long for an answer. */
export function closeNow(client: pg.Client): void {
  const timer = setTimeout(() => client.connection.stream.destroy(), END_MS);
  client.end().then(
    () => clearTimeout(timer),
    () => {},
  );
}
