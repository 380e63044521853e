import { addDays, torontoDay } from "../../../src/base/calendar.ts";
import type { Log } from "../../../src/base/edges.ts";
import type { Store } from "./store.ts";

/** How often to look for days that are too old, in milliseconds. */
const LOOK_MS = 3_600_000;

export interface RetentionOptions {
  readonly store: Pick<Store, "prune">;
  /** How many days are kept, today included. */
  readonly days: number;
  readonly log: Log;
  readonly clock: () => number;
}

/** The oldest day that is kept. */
export function oldestKept(now: number, days: number): string {
  return addDays(torontoDay(now), 1 - days);
}

/**
 * Removes days that are older than the retention: now, and once every hour. If the store is unavailable, the next hour tries
 * again.
 * @returns the function that ends it, once a removal under way is done
 */
export function keepRetention({ store, days, log, clock }: RetentionOptions): () => Promise<void> {
  let running = Promise.resolve();
  const look = () => {
    running = running.then(async () => {
      try {
        const removed = await store.prune(oldestKept(clock(), days));
        if (removed > 0) log.info({ removed }, "removed days that are older than the retention");
      } catch (error) {
        log.warn({ err: error }, "days that are older than the retention could not be removed");
      }
    });
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
