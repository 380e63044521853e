// How the cost of a push, the database and the waits for locks grow with the fleet.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { openStore, type StoreOptions } from "../../collector/src/store/index.ts";
import { type Arrived, measureArrivals } from "./arrivals.ts";
import { measure } from "./fleet.ts";
import { type Waits, watchWaits } from "./lock-waits.ts";
import { prepareFleet, pushInto } from "./prepare.ts";
import { measureMaking, type PageTimes } from "./scale-pages.ts";
import type { Done, Share } from "./scale-process.ts";

/** What each machine has pushed before: 36 days of 3 models. */
const DAYS = 36;
/** How often machines push, in seconds. */
const INTERVAL_S = 900;
const MIB = 1_048_576;
/** Rounds that no push before has reached, so that none is late. */
const [ORDINARY, STORM] = [100_000, 200_000];
/** The days that change in a push after an outage of two days. */
const STORM_DAYS = 3;
const WORKER = fileURLToPath(new URL("./scale-process.ts", import.meta.url));

export interface Scale {
  readonly machines: number;
  /** As many pushes as one process can take, in a second. */
  readonly rate: number;
  readonly p99: number;
  readonly cpuMicros: number;
  /** Written to the log of the database by a push. */
  readonly logBytes: number | undefined;
  /** How many pushes a second the fleet makes, also after an outage: its machines keep their offsets. */
  readonly needed: number;
  readonly gibAYear: number;
  /** The same fleet as it pushes: on an ordinary day, and all of it back after an outage of two days. */
  readonly ordinary: Arrived;
  readonly storm: Arrived;
  readonly pages: PageTimes;
}

/** Measures one process on a database with a fleet. @param database of an empty PostgreSQL database; SQLite unless given */
export async function measureScale(machines: number, ms: number, database?: string): Promise<Scale> {
  const folder = await mkdtemp(join(tmpdir(), "collector-scale-"));
  const file = join(folder, "collector.db");
  const options: StoreOptions = {
    database: database ?? `sqlite:${file}`,
    makeAuthority: async () => ({ certificate: "", key: "" }),
  };
  try {
    const { hashes } = await prepareFleet(options, machines);
    const bytes = database === undefined ? (await stat(file)).size : await ask(database, SIZE);
    const opened = await openStore(options);
    if (opened.status !== "open") throw new Error(opened.reason);
    const [cpu, log] = [process.cpuUsage(), await logPosition(database)];
    const measured = await measure(pushInto(opened.store, hashes), {
      machines,
      first: machines,
      end: { ms },
    });
    const { user, system } = process.cpuUsage(cpu);
    const logBytes = log === undefined ? undefined : ((await logPosition(database)) ?? 0) - log;
    const { store } = opened;
    const [one, three] = [pushInto(store, hashes), pushInto(store, hashes, STORM_DAYS)];
    const ordinary = await measureArrivals((machine) => one(machine, ORDINARY), machines, ms / 1_000);
    const storm = await measureArrivals((machine) => three(machine, STORM), machines, ms / 1_000);
    const pages = await measureMaking(store);
    await store.close();
    return {
      machines,
      ordinary,
      storm,
      pages,
      rate: measured.rate,
      p99: measured.p99,
      cpuMicros: Math.round((user + system) / measured.pushes),
      logBytes: logBytes && Math.round(logBytes / measured.pushes),
      needed: machines / INTERVAL_S,
      gibAYear: ((bytes / DAYS) * 365) / MIB / 1_024,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface Together extends Waits {
  readonly processes: number;
  readonly rate: number;
  readonly p99: number;
  readonly cpuMicros: number;
  readonly deadlocks: number;
}

/** Lets 1, 2 and 4 processes push to one PostgreSQL as fast as they can, and counts what they wait for. */
export async function measureTogether(machines: number, ms: number, database: string): Promise<Together[]> {
  const makeAuthority = async () => ({ certificate: "", key: "" });
  const { hashes } = await prepareFleet({ database, makeAuthority }, machines);
  const all: Together[] = [];
  let seq = 1;
  for (const processes of [1, 2, 4]) {
    const before = await ask(database, DEADLOCKS);
    const stop = watchWaits(database);
    const shares = Array.from({ length: processes }, (_, index) =>
      pushAs({ database, hashes, index, of: processes, seq, ms }),
    );
    const done = await Promise.all(shares);
    const waits = await stop();
    const pushes = done.reduce((sum, one) => sum + one.pushes, 0);
    seq += Math.ceil(pushes / machines) + 10;
    all.push({
      ...waits,
      processes,
      rate: done.reduce((sum, one) => sum + one.rate, 0),
      p99: Math.max(...done.map(({ p99 }) => p99)),
      cpuMicros: Math.round((done.reduce((sum, one) => sum + one.cpuMs, 0) / pushes) * 1_000),
      deadlocks: (await ask(database, DEADLOCKS)) - before,
    });
  }
  return all;
}

async function pushAs(share: Share): Promise<Done> {
  const child = fork(WORKER, [], { execArgv: ["--import", "tsx"] });
  child.send(share);
  const [done] = (await once(child, "message")) as [Done];
  return done;
}

const SIZE = "select pg_database_size(current_database()) as n";
const DEADLOCKS = "select deadlocks as n from pg_stat_database where datname = current_database()";

async function logPosition(database: string | undefined): Promise<number | undefined> {
  return database === undefined
    ? undefined
    : ask(database, "select pg_current_wal_lsn() - '0/0'::pg_lsn as n");
}

async function ask(database: string, text: string): Promise<number> {
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<{ n: string }>(text);
  await client.end();
  return Number(rows[0]?.n);
}
