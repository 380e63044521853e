// The figures of the collector, printed as a table.
// npm run bench:collector -- [--seconds N] [--machines N of a large fleet] [--database URL of an empty PostgreSQL database]
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureFirstStart, measureFleet, measurePushes } from "./collector/server.ts";
import { measureStore } from "./collector/store.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    machines: { type: "string", default: "10000" },
    database: { type: "string" },
  },
});
const ms = Number(values.seconds) * 1_000;
const machines = Number(values.machines);

const rows: [what: string, figure: string, goal: string][] = [];
rows.push(["npm run collector, first start to ready", `${await measureFirstStart()} ms`, "<= 2000 ms"]);
const { keptAlive, handshakeEach } = await measurePushes(ms);
for (const [what, measured, goal] of [
  ["200 machines, 8 connections, kept-alive TLS", keptAlive, ">= 1000 a second, p99 <= 20 ms"],
  ["the same with a TLS handshake each", handshakeEach, ">= 400 a second"],
] as const) {
  const load = Math.round((measured.cpuMs / measured.wallMs) * 100);
  const cpu = `${measured.cpuMicros} µs of CPU each, the load itself ${load} % of one core`;
  rows.push([what, `${figure(measured)}, ${cpu}`, goal]);
}
const { packed, resting, watched } = await measureFleet(machines, ms);
rows.push([
  `${machines} machines, ${resting.rate} pushes a second with a handshake each, days packed before`,
  `${resting.cpuPercent} % of one core, ${resting.megabytes} MB`,
  "< 5 %, <= 150 MB",
]);
rows.push([
  `packing in the background: ${packed.days} days of ${machines} machines, one day a day later on`,
  `${packed.cpuMs} ms of CPU a day, all in ${packed.seconds} s, at most ${packed.megabytes} MB`,
  "",
]);
rows.push([
  `${machines} machines, ${watched.rate} pushes a second while ${watched.pages} pages are made one after the other`,
  `p99 ${watched.p99} ms, the longest ${watched.longest} ms`,
  "",
]);
const databases = [undefined, ...(values.database === undefined ? [] : [values.database])];
for (const database of databases) {
  const measured = await measureStore(ms, database);
  const name = database === undefined ? "SQLite" : "PostgreSQL";
  const cpu = `${measured.cpuMicros} µs of CPU each`;
  rows.push([`the store alone with the reading of bodies, ${name}`, `${figure(measured)}, ${cpu}`, ""]);
}

console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}\n`);
console.log("| what | measured | goal |\n|---|---|---|");
for (const row of rows) console.log(`| ${row.join(" | ")} |`);

function figure({ rate, p99 }: { rate: number; p99: number }): string {
  return `${rate} a second, p99 ${p99} ms`;
}
