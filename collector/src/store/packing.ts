import { addDays, torontoDay } from "../../../src/base/calendar.ts";
import type { Log } from "../../../src/base/edges.ts";
import { hourly } from "./hourly.ts";
import type { Store } from "./store.ts";

/** How long after its end a day is packed, in milliseconds: by then, most machines have sent the last of it. */
const SETTLED_MS = 6 * 3_600_000;

export interface PackingOptions {
  readonly store: Pick<Store, "pack">;
  readonly log: Log;
  readonly clock: () => number;
}

/**
 * Packs days that are over: now, and once every hour. If the store is unavailable, the next hour tries again.
 * @returns the function that ends it, once the day under way is done
 */
export function keepPacked({ store, log, clock }: PackingOptions): () => Promise<void> {
  let isStopped = false;
  const pack = async () => {
    const last = addDays(torontoDay(clock() - SETTLED_MS), -1);
    while (!isStopped && (await store.pack(last)));
  };
  const stop = hourly(pack, (error) => log.warn({ err: error }, "days that are over could not be packed"));
  return () => {
    isStopped = true;
    return stop();
  };
}
