// The figures of the collector, printed as a table.
// npm run bench:collector -- [--seconds N] [--database URL of an empty PostgreSQL database]
import { parseArgs } from "node:util";
import { measureServer } from "./collector/server.ts";
import { measureStore } from "./collector/store.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "10" }, database: { type: "string" } },
});
const ms = Number(values.seconds) * 1_000;

const server = await measureServer(ms);
const sqlite = await measureStore(ms);
const rows: [what: string, figure: string][] = [
  ["first start until ready", `${server.ready} ms`],
  ["pushes, kept-alive TLS, 8 connections", figure(server.keptAlive)],
  ["pushes, a TLS handshake each", figure(server.handshakeEach)],
  ["pushes into the store alone, SQLite", `${figure(sqlite)}, ${sqlite.cpuMicros} µs of CPU each`],
];
if (values.database !== undefined) {
  const postgres = await measureStore(ms, values.database);
  rows.push([
    "pushes into the store alone, PostgreSQL",
    `${figure(postgres)}, ${postgres.cpuMicros} µs of CPU each`,
  ]);
}
for (const [what, measured] of rows) console.log(`${what.padEnd(42)} ${measured}`);

function figure({ rate, p99 }: { rate: number; p99: number }): string {
  return `${rate} a second, p99 ${p99} ms`;
}
