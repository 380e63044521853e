// What pushes wait for while old days are removed.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../collector/src/store/index.ts";
import { type Measured, measure } from "./fleet.ts";
import { prepareFleet, pushInto } from "./prepare.ts";

/** All that the fleet of `prepareFleet` has before it: five days. */
const UNTIL = "2026-10-23";
/** Pushes without a removal beside them, to compare with. */
const ALONE = 1_000;

export interface Removed {
  readonly machines: number;
  readonly alone: Measured;
  readonly beside: Measured;
  /** Records, each of a machine's day. */
  readonly records: number;
  readonly seconds: number;
}

/** Pushes at a steady rate, alone and while five days of the fleet are removed. @param database as for `measureScale` */
export async function measureRetention(
  machines: number,
  everyMs: number,
  database?: string,
): Promise<Removed> {
  const folder = await mkdtemp(join(tmpdir(), "collector-retention-"));
  const makeAuthority = async () => ({ certificate: "", key: "" });
  const options = { database: database ?? `sqlite:${join(folder, "collector.db")}`, makeAuthority };
  try {
    const { hashes } = await prepareFleet(options, machines);
    const opened = await openStore(options);
    if (opened.status !== "open") throw new Error(opened.reason);
    const { store } = opened;
    const push = pushInto(store, hashes);
    const alone = await measure(push, { machines, first: machines, end: { pushes: ALONE }, everyMs });
    const began = performance.now();
    const stop = new AbortController();
    const removing = store.prune(UNTIL).finally(() => stop.abort());
    const pace = { machines, first: machines + ALONE, everyMs };
    const beside = await measure(push, { ...pace, end: { signal: stop.signal } });
    const records = await removing;
    const seconds = (performance.now() - began) / 1_000;
    await store.close();
    return { machines, alone, beside, records, seconds };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
