// One of several processes that push to one PostgreSQL at once. Started by scale.ts, which sends it what to do.
import { openStore } from "../../collector/src/store/index.ts";
import { type Measured, measure } from "./fleet.ts";
import { pushInto } from "./prepare.ts";

export interface Share {
  readonly database: string;
  readonly hashes: readonly string[];
  /** The machines of this process: every `of`th, from this one on. */
  readonly index: number;
  readonly of: number;
  readonly seq: number;
  readonly ms: number;
}

export interface Done extends Measured {
  readonly cpuMs: number;
}

process.once("message", (share: Share) => void pushShare(share));

async function pushShare(share: Share): Promise<void> {
  const { database, hashes, index, of, seq, ms } = share;
  const opened = await openStore({ database, makeAuthority: async () => ({ certificate: "", key: "" }) });
  if (opened.status !== "open") throw new Error(opened.reason);
  const push = pushInto(opened.store, hashes);
  const machines = Math.floor(hashes.length / of);
  const cpu = process.cpuUsage();
  const measured = await measure((machine, round) => push(machine * of + index, seq + round), {
    machines,
    first: 0,
    end: { ms },
  });
  const { user, system } = process.cpuUsage(cpu);
  await opened.store.close();
  const done: Done = { ...measured, cpuMs: (user + system) / 1_000 };
  process.send?.(done, () => process.exit());
}
