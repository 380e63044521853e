import { createHmac } from "node:crypto";
import { MINUTE_MS } from "../../../src/base/durations.ts";
import { type Engine, transaction } from "./engine/connection.ts";
import { StoreUnavailable } from "./engine/unavailable.ts";

/** How many failures there were in a minute. */
export interface FailureCount {
  readonly count: number;
  /** When that minute is over, in milliseconds from now. */
  readonly leftMs: number;
}

/** Counts failures of the last minute for all processes on a database. */
export interface Failures {
  /**
   * Counts one, and resolves to how many there were with it. Undefined if the database cannot say.
   * @param by -1 takes one back
   */
  add(key: string, by?: 1 | -1): Promise<FailureCount | undefined>;
  /** How many there were; undefined if there were none, or the database cannot say. */
  count(key: string): Promise<FailureCount | undefined>;
}

// The database's clock, which all processes share. One that was set back begins a new minute; a statement that waited for another
// one may be a moment behind it.
const NOW = "(extract(epoch from statement_timestamp()) * 1000)::bigint";
const IS_OVER = `(f.since <= ${NOW} - ${MINUTE_MS} or f.since > ${NOW} + ${MINUTE_MS})`;
const LEFT = `f.since + ${MINUTE_MS} - ${NOW} as "leftMs"`;
// In the order of the keys, so that no two processes wait for one another.
const ADD = `insert into failure as f (key, since, count)
  select key, ${NOW}, count from json_to_recordset($1::json) as sent (key text, count bigint) order by key collate "C"
  on conflict (key) do update set since = case when ${IS_OVER} then excluded.since else f.since end,
    count = case when ${IS_OVER} then excluded.count else f.count + excluded.count end
  returning key, count, ${LEFT}`;
const COUNT = `select count, ${LEFT} from failure f where key = $1 and not ${IS_OVER}`;
const FORGET = `delete from failure where key in
  (select key from failure f where ${IS_OVER} for update skip locked)`;

interface Batch {
  readonly counts: Map<string, number>;
  readonly done: Promise<ReadonlyMap<string, FailureCount>>;
}

/**
 * The counts in PostgreSQL. However many failures there are, a process writes with one statement at a time: what fails meanwhile
 * is written together by the next one.
 */
export class SharedFailures implements Failures {
  readonly #engine: Engine;
  readonly #hmacKey: Buffer;
  #last: Promise<unknown> = Promise.resolve();
  #next: Batch | undefined;
  #forgotAt = -Infinity;

  constructor(engine: Engine, hmacKey: Buffer) {
    this.#engine = engine;
    this.#hmacKey = hmacKey;
  }

  async add(key: string, by: 1 | -1 = 1): Promise<FailureCount | undefined> {
    const hidden = this.#hidden(key);
    this.#next ??= this.#batch();
    const { counts, done } = this.#next;
    const before = counts.get(hidden) ?? 0;
    counts.set(hidden, before + by);
    const found = (await done).get(hidden);
    // Of those that were written together, the first one had fewer before it.
    return found && { ...found, count: found.count - ((counts.get(hidden) ?? 0) - before - by) };
  }

  count(key: string): Promise<FailureCount | undefined> {
    return unlessUnavailable(async () => {
      const read = [this.#hidden(key)];
      return transaction(this.#engine, async (session) => (await session.all<FailureCount>(COUNT, read))[0]);
    });
  }

  /** A name that somebody typed may be a password, and an address is nobody's business for longer than needed. */
  #hidden(key: string): string {
    return createHmac("sha256", this.#hmacKey).update(`failure ${key}`).digest("base64url");
  }

  /** The failures until the statement under way is done. */
  #batch(): Batch {
    const counts = new Map<string, number>();
    const done = this.#last.then(async () => {
      this.#next = undefined;
      const found = await unlessUnavailable(() => this.#write(counts));
      return new Map((found ?? []).map((row) => [row.key, row]));
    });
    this.#last = done;
    return { counts, done };
  }

  async #write(counts: ReadonlyMap<string, number>) {
    const sent = JSON.stringify([...counts].map(([key, count]) => ({ key, count })));
    const isLong = performance.now() - this.#forgotAt >= MINUTE_MS;
    if (isLong) {
      this.#forgotAt = performance.now();
      await transaction(this.#engine, (session) => session.run(FORGET));
    }
    return transaction(this.#engine, (session) =>
      session.all<FailureCount & { readonly key: string }>(ADD, [sent]),
    );
  }
}

async function unlessUnavailable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}
