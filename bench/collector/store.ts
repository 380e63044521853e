// Pushes at the store's own boundary, without HTTP.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSnapshot } from "../../collector/src/ingest/index.ts";
import { openStore } from "../../collector/src/store/index.ts";
import { bodyOf, MACHINES, type Measured, machineId, measure, TODAY } from "./fleet.ts";

/** @param database a URL; a SQLite file in a temporary folder unless given */
export async function measureStore(ms: number, database?: string): Promise<Measured & { cpuMicros: number }> {
  const folder = await mkdtemp(join(tmpdir(), "collector-bench-"));
  const makeAuthority = async () => ({ certificate: "", key: "" });
  const url = database ?? `sqlite:${join(folder, "collector.db")}`;
  const opened = await openStore({ database: url, makeAuthority });
  if (opened.status !== "open") throw new Error(opened.reason);
  const { store } = opened;
  try {
    const by = { who: "bench", from: null, at: TODAY };
    await store.secrets.addInvite({ hash: "code", prefix: "code", uses: MACHINES, expiresAt: TODAY + 1 }, by);
    for (let index = 0; index < MACHINES; index++) {
      await store.secrets.join({
        codeHash: "code",
        token: { hash: `token-${index}`, prefix: "token" },
        program: "agent-usage",
        machine: { id: machineId(index), label: "bench", os: "linux" },
        at: TODAY,
        from: null,
      });
    }
    const push = async (machine: number, seq: number) => {
      const read = readSnapshot(Buffer.from(bodyOf(machine, seq)));
      if (read.status !== "ok") throw new Error(read.status);
      const kept = await store.keep({
        tokenHash: `token-${machine}`,
        snapshot: read.snapshot,
        arrivedAt: TODAY + seq * 1_000,
      });
      if (kept.status !== "kept") throw new Error(kept.status);
    };
    await measure(push, 0, { pushes: MACHINES });
    const cpu = process.cpuUsage();
    const measured = await measure(push, MACHINES, { ms });
    const { user, system } = process.cpuUsage(cpu);
    return { ...measured, cpuMicros: Math.round((user + system) / measured.pushes) };
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}
