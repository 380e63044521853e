import { addDays, torontoDay } from "../../../src/base/calendar.ts";
import type { Log } from "../../../src/base/edges.ts";
import { hourly } from "./hourly.ts";
import { restful } from "./restful.ts";
import type { Store } from "./store.ts";

/** How long after its end a day is packed, in milliseconds: by then, most machines have sent the last of it. */
const SETTLED_MS = 6 * 3_600_000;
/** Every pack is looked at in one pass of so many: at the start, and once a day. */
const CHECK_EVERY = 24;

export interface PackingOptions {
  readonly store: Pick<Store, "pack" | "repairPacks">;
  readonly log: Log;
  readonly clock: () => number;
}

/**
 * Packs days that are over: now, and once every hour. If the store is unavailable, the next hour tries again.
 * @returns the function that ends it. A day that is not packed by then is packed at the next start
 */
export function keepPacked({ store, log, clock }: PackingOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let passes = 0;
  const pack = async () => {
    const last = addDays(torontoDay(clock() - SETTLED_MS), -1);
    const rest = restful(signal);
    if (passes % CHECK_EVERY === 0) {
      for (const { day, status } of await store.repairPacks(rest))
        log.warn({ day, status }, "a pack cannot be used: its days are read from their records");
    }
    passes++;
    while (!signal.aborted && (await store.pack(last, { rest })));
  };
  const stop = hourly(pack, (error) => log.warn({ err: error }, "days that are over could not be packed"));
  return () => {
    stopping.abort();
    return stop();
  };
}
