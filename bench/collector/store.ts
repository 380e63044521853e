// Pushes at the store's own boundary, without HTTP.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../collector/src/store/index.ts";
import { MACHINES, type Measured, measure } from "./fleet.ts";
import { prepareFleet, pushInto } from "./prepare.ts";

/** @param database a URL; a SQLite file in a temporary folder unless given */
export async function measureStore(ms: number, database?: string): Promise<Measured & { cpuMicros: number }> {
  const folder = await mkdtemp(join(tmpdir(), "collector-bench-"));
  const makeAuthority = async () => ({ certificate: "", key: "" });
  const url = database ?? `sqlite:${join(folder, "collector.db")}`;
  const options = { database: url, makeAuthority };
  const { hashes } = await prepareFleet(options, MACHINES);
  const opened = await openStore(options);
  if (opened.status !== "open") throw new Error(opened.reason);
  const { store } = opened;
  try {
    const cpu = process.cpuUsage();
    const measured = await measure(pushInto(store, hashes), {
      machines: MACHINES,
      first: MACHINES,
      end: { ms },
    });
    const { user, system } = process.cpuUsage(cpu);
    return { ...measured, cpuMicros: Math.round((user + system) / measured.pushes) };
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}
