// A process that pushes to a store of its own as fast as it can, and prints the `seq` of each push that was acknowledged.
// Run with: DATABASE SQLITE-LIBRARY
import { writeSync } from "node:fs";
import { openStore, type SqliteName } from "../../../collector/src/store/index.ts";
import { aDay, TestMachine } from "./fleet.ts";

const [database = "", sqlite = ""] = process.argv.slice(2);
const makeAuthority = async () => ({ certificate: "certificate", key: "key" });
const opened = await openStore({ database, sqlite: sqlite as SqliteName, makeAuthority });
if (opened.status !== "open") throw new Error(opened.reason);
const machines = Array.from({ length: 4 }, () => new TestMachine(opened.store));
for (const machine of machines) await machine.join();
await Promise.all(machines.map(pushOn));

async function pushOn(machine: TestMachine): Promise<void> {
  for (let seq = 1; ; seq++) {
    const { status } = await machine.push({ seq, days: [aDay("2026-11-22", { large: seq, small: 1 })] });
    if (status === "kept") writeSync(1, `${machine.machineId} ${seq}\n`);
  }
}
