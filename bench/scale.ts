// The collector with fleets of many sizes, printed as tables.
// npm run bench:scale -- [--seconds N] [--machines N,N] [--month-of N machines] [--database URL of a PostgreSQL server: databases
// bench_* are made anew]
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import pg from "pg";
import type { Arrived } from "./collector/arrivals.ts";
import { measureMonth } from "./collector/partitions.ts";
import { measureRetention, type Removed } from "./collector/retention.ts";
import { measureScale, measureTogether, type Scale } from "./collector/scale.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    machines: { type: "string", default: "1000,10000,100000" },
    "month-of": { type: "string", default: "3000" },
    database: { type: "string" },
  },
});
const ms = Number(values.seconds) * 1_000;
const sizes = values.machines.split(",").map(Number);

console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}\n`);
console.log(
  "| machines | database | pushes a second: needed | one process | p99 | CPU a push | log a push | a year |",
);
console.log("|---|---|---|---|---|---|---|---|");
const scales: [database: string, scale: Scale][] = [];
for (const machines of sizes) {
  keep("SQLite", await measureScale(machines, ms));
  if (values.database !== undefined)
    keep("PostgreSQL", await measureScale(machines, ms, await anew("bench_scale")));
}
console.log(
  "\n| machines | database | arriving | pushes | a second | p99 | longest | CPU | pages made p50 | p95 |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const [database, { machines, ordinary, storm, pages }] of scales) {
  const cells = [machines, database];
  console.log(
    `| ${[...cells, "ordinary", ...arrived(ordinary)].join(" | ")} | ${pages.p50} ms | ${pages.p95} ms |`,
  );
  console.log(`| ${[...cells, "all back after two days", ...arrived(storm)].join(" | ")} | | |`);
}
if (values.database !== undefined) {
  console.log(
    "\n| processes | pushes a second | p99 | CPU a push | at work | waited for a lock | on | for the log | deadlocks |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const row of await measureTogether(1_000, ms, await anew("bench_together"))) {
    const { processes, rate, p99, cpuMicros, working, locked, lockedOn, syncing, deadlocks } = row;
    const share = (n: number) => `${((n / Math.max(1, working)) * 100).toFixed(1)} %`;
    console.log(
      `| ${processes} | ${rate} | ${p99} ms | ${cpuMicros} µs | ${working} samples | ${share(locked)} | ${Object.entries(
        lockedOn,
      )
        .map(([table, n]) => `${table} ${share(n)}`)
        .join(", ")} | ${share(syncing)} | ${deadlocks} |`,
    );
  }
}

if (values.database !== undefined) {
  const machines = Number(values["month-of"]);
  console.log(
    `\n| October of ${machines} machines | records removed | in | log | push, median | CPU a push |`,
  );
  console.log("|---|---|---|---|---|---|");
  for (const isPartitioned of [false, true]) {
    const month = await measureMonth(machines, ms, await anew("bench_month"), isPartitioned);
    const name = isPartitioned ? "a partition, dropped" : "records, removed 200 at a time";
    const log = `${(month.logBytes / 1_048_576).toFixed(1)} MiB`;
    console.log(
      `| ${name} | ${month.removed} | ${month.seconds.toFixed(2)} s | ${log} | ${month.median} ms | ${month.cpuMicros} µs |`,
    );
  }
}

// Pushes of 100 a second, and five days of 2,000 machines that are removed beside them.
console.log("\n| database | records removed | in | longest push alone | beside it |");
console.log("|---|---|---|---|---|");
printRemoved("SQLite", await measureRetention(2_000, 10));
if (values.database !== undefined)
  printRemoved("PostgreSQL", await measureRetention(2_000, 10, await anew("bench_retention")));

function printRemoved(database: string, { records, seconds, alone, beside }: Removed): void {
  console.log(
    `| ${database} | ${records} | ${seconds.toFixed(1)} s | ${alone.longest} ms | ${beside.longest} ms |`,
  );
}

function arrived({ pushes, rate, p99, longest, cpuPercent }: Arrived): string[] {
  return [`${pushes}`, rate.toFixed(1), `${p99} ms`, `${longest} ms`, `${cpuPercent} % of a core`];
}

function keep(database: string, scale: Scale): void {
  scales.push([database, scale]);
  print(database, scale);
}

function print(
  database: string,
  { machines, needed, rate, p99, cpuMicros, logBytes, gibAYear }: Scale,
): void {
  const log = logBytes === undefined ? "" : `${logBytes} bytes`;
  const year = `${gibAYear.toFixed(1)} GiB`;
  console.log(
    `| ${machines} | ${database} | ${needed.toFixed(1)} | ${rate} | ${p99} ms | ${cpuMicros} µs | ${log} | ${year} |`,
  );
}

/** An empty database beside the one that is named. @returns its URL */
async function anew(name: string): Promise<string> {
  const client = new pg.Client(values.database);
  await client.connect();
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(values.database ?? "");
  url.pathname = `/${name}`;
  return url.href;
}
