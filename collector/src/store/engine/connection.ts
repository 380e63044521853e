import type { Columns } from "./columns.ts";
import { StoreUnavailable } from "./unavailable.ts";
import type { Addition, Upsert } from "./upsert.ts";

/** What a statement can be given. Truth values are 0 and 1, in both databases. */
export type Value = string | number | bigint | Uint8Array | null;

export type EngineKind = "sqlite" | "postgres";

/** One connection, for statements whose speed counts. The others are written with Kysely. Parameters are `$1`, `$2`, ... */
export interface Connection {
  readonly kind: EngineKind;
  /** Which of the rows that a sum is spread over is this connection's own. */
  readonly slot: number;
  /** The rows of a query. Integers must be at most 2^53-1: cast sums to text. */
  all<Row>(text: string, values?: readonly Value[]): Promise<Row[]>;
  /** @returns how many rows were changed */
  run(text: string, values?: readonly Value[]): Promise<number>;
  upsert(statement: Upsert, rows: readonly (readonly Value[])[]): Promise<void>;
  /** Adds to sums, until the end of the transaction at the latest: a transaction that adds to sums cannot read them. */
  add(statement: Addition, rows: readonly (readonly (string | number)[])[]): Promise<void>;
}

/** A connection that nobody else uses until it is released. */
export interface Session extends Connection {
  begin(): Promise<void>;
  /** Rejects with `StoreUnavailable` if it is not certain that the transaction is kept. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** For Kysely: the rows of a query, or how many rows a statement changed. */
  execute(text: string, values: readonly Value[]): Promise<{ rows: unknown[]; numAffectedRows: bigint }>;
}

/** The part of a session that reads. */
export type ReadSession = Pick<Session, "kind" | "all" | "execute" | "begin" | "commit" | "rollback">;

/** A session of a moment. */
export interface Moment extends ReadSession {
  /** The rows of a query that has many: all values of a column are numbers, or texts. */
  columns(text: string, values: readonly Value[]): Promise<Columns>;
}

/** A database: where sessions come from. Everything in here rejects with `StoreUnavailable` if the database fails. */
export interface Engine {
  readonly kind: EngineKind;
  readonly description: string;
  acquire(): Promise<Session>;
  release(session: Session): Promise<void>;
  /** A transaction that may share its commit with others; small ones from many callers become fast. */
  grouped<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Runs queries that all see one moment. Pushes go on meanwhile, however long they take. */
  moment<T>(work: (session: Moment) => Promise<T>): Promise<T>;
  /** The same for long work in the background: no page waits for it. One at a time. */
  momentAside<T>(work: (session: Moment) => Promise<T>): Promise<T>;
  /** Resolves if a write could begin now. It does not say whether a commit would be kept, and waits for none. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Runs `work` in a transaction of its own. Rolled back if it throws. */
export async function transaction<T>(engine: Engine, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await engine.acquire();
  try {
    return await commitOrRollBack(session, () => work(session));
  } finally {
    await engine.release(session);
  }
}

/** How often a transaction is tried that waits for others in a circle. */
const TRIES = 10;

/** The same, and tried again if the database undid it because others locked the same rows in another order. */
export async function repeatedTransaction<T>(
  engine: Engine,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await transaction(engine, work);
    } catch (error) {
      const isUndone = error instanceof StoreUnavailable && error.trouble === "busy";
      if (engine.kind !== "postgres" || !isUndone || left === 0) throw error;
    }
  }
}

/**
 * Reads once more if the server was not the right one. A connection that was not used for a while may lead to a primary that is
 * gone or has become a standby, and which one is the primary now is asked only after that.
 */
export async function againAfterFailover<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreUnavailable && ["connection", "read_only"].includes(error.trouble))
      return read();
    throw error;
  }
}

/** Runs `work` between a session's begin and commit. Rolled back if any of them throws. */
export async function commitOrRollBack<T>(
  session: Pick<Session, "begin" | "commit" | "rollback">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await session.begin();
    const result = await work();
    await session.commit();
    return result;
  } catch (error) {
    await session.rollback();
    throw error;
  }
}
