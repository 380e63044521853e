import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const EVERY_MS = 5;

export interface Waits {
  /** How many connections were at work, each time that it was looked. */
  readonly working: number;
  /** How many of them waited for a row or another lock of the tables. */
  readonly locked: number;
  /** On which tables they waited. */
  readonly lockedOn: Readonly<Record<string, number>>;
  /** For the log to be on disk. */
  readonly syncing: number;
}

interface Activity {
  readonly type: string | null;
  readonly event: string | null;
  readonly query: string;
}

/** Looks again and again what the connections of a database wait for, until told to stop. */
export function watchWaits(database: string): () => Promise<Waits> {
  const stop = new AbortController();
  const watching = watch(database, stop.signal);
  return () => {
    stop.abort();
    return watching;
  };
}

async function watch(database: string, signal: AbortSignal): Promise<Waits> {
  const client = new pg.Client(database);
  await client.connect();
  let [working, locked, syncing] = [0, 0, 0];
  const lockedOn: Record<string, number> = {};
  while (!signal.aborted) {
    const { rows } = await client.query<Activity>(
      `select wait_event_type as type, wait_event as event, query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`,
    );
    working += rows.length;
    for (const { query } of rows.filter(({ type }) => type === "Lock")) {
      locked++;
      const table = /\b(?:into|update|from) (\w+)/.exec(query)?.[1] ?? "";
      lockedOn[table] = (lockedOn[table] ?? 0) + 1;
    }
    syncing += rows.filter(({ event }) => /^WAL/i.test(event ?? "")).length;
    await sleep(EVERY_MS);
  }
  await client.end();
  return { working, locked, lockedOn, syncing };
}
