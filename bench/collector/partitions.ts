// What it costs to remove a month: record by record, as `--retention` does, and as a partition; and what partitions cost pushes.
import pg from "pg";
import { openStore, type StoreOptions } from "../../collector/src/store/index.ts";
import { measure } from "./fleet.ts";
import { prepareFleet, pushInto } from "./prepare.ts";

/** The tables with a row for every machine and day. */
const TABLES = ["machine_day", "usage"];
const MONTHS = ["2026-10-01", "2026-11-01", "2026-12-01"];

export interface Month {
  readonly isPartitioned: boolean;
  readonly pushes: number;
  /** Microseconds of this process, for a push. */
  readonly cpuMicros: number;
  /** Milliseconds, of pushes one after the other. */
  readonly median: number;
  readonly removed: number;
  readonly seconds: number;
  /** Written to the log of the database by the removal, in bytes. */
  readonly logBytes: number;
}

/** @param database the URL of an empty PostgreSQL database */
export async function measureMonth(
  machines: number,
  ms: number,
  database: string,
  isPartitioned: boolean,
): Promise<Month> {
  const options: StoreOptions = { database, makeAuthority: async () => ({ certificate: "", key: "" }) };
  const beside = new pg.Client(database);
  await beside.connect();
  const opened = await openStore(options);
  if (opened.status !== "open") throw new Error(opened.reason);
  const { store } = opened;
  try {
    if (isPartitioned) for (const statement of TABLES.flatMap(partition)) await beside.query(statement);
    const { hashes } = await prepareFleet(options, machines);
    await beside.query("analyze");
    const push = pushInto(store, hashes);
    const times: number[] = [];
    const timed = async (machine: number, seq: number) => {
      const start = performance.now();
      await push(machine, seq);
      times.push(performance.now() - start);
    };
    const cpu = process.cpuUsage();
    const { pushes } = await measure(timed, { machines, first: machines, end: { ms } });
    const { user, system } = process.cpuUsage(cpu);
    const log = await logPosition(beside);
    const began = performance.now();
    const removed = isPartitioned ? await dropMonth(beside) : await store.prune(MONTHS[1] ?? "");
    return {
      isPartitioned,
      pushes,
      cpuMicros: Math.round((user + system) / pushes),
      median: Number((times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(1)),
      removed,
      seconds: (performance.now() - began) / 1_000,
      logBytes: (await logPosition(beside)) - log,
    };
  } finally {
    await store.close();
    await beside.end();
  }
}

function partition(table: string): string[] {
  const [first = "", second = "", third = ""] = MONTHS;
  const part = (name: string, from: string, to: string) =>
    `create table ${table}_${name} partition of ${table} for values from ('${from}') to ('${to}')`;
  return [
    `alter table ${table} rename to whole`,
    `create table ${table} (like whole including all) partition by range (day)`,
    part("first", first, second),
    part("second", second, third),
    "drop table whole",
  ];
}

/** @returns how many records it held */
async function dropMonth(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>("select count(*)::int as n from machine_day_first");
  for (const table of TABLES) await client.query(`drop table ${table}_first`);
  return rows[0]?.n ?? 0;
}

async function logPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>("select pg_current_wal_lsn() - '0/0' as n");
  return Number(rows[0]?.n);
}
