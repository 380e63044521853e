import { addDays, torontoDay } from "../../../src/base/calendar.ts";
import type { Log } from "../../../src/base/edges.ts";
import { hourly } from "./hourly.ts";
import { restful } from "./restful.ts";
import type { Store } from "./store.ts";

/** How many days may pass between two looks before the machines must confirm what day it is. */
const MAX_LEAP_DAYS = 7;
/** How many days the newest day of the machines may be behind, to confirm it. */
const MAX_BEHIND_DAYS = 3;

export interface RetentionOptions {
  readonly store: Pick<Store, "newest" | "prune">;
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
 * again. What is removed never comes back, so a clock that leapt ahead is not believed.
 * @returns the function that ends it. What is not removed by then is removed after the next start
 */
export function keepRetention({ store, days, log, clock }: RetentionOptions): () => Promise<void> {
  const believed = believedDays(store);
  const stopping = new AbortController();
  const look = async () => {
    const now = clock();
    if (!(await believed(torontoDay(now)))) {
      log.warn({}, "no day was removed: the clock is far ahead of the days that machines send");
      return;
    }
    const removed = await store.prune(oldestKept(now, days), restful(stopping.signal));
    if (removed > 0) log.info({ removed }, "removed days that are older than the retention");
  };
  const stop = hourly(look, (error) =>
    log.warn({ err: error }, "days that are older than the retention could not be removed"),
  );
  return () => {
    stopping.abort();
    return stop();
  };
}

/**
 * Whether it may be that day: soon after the last day that was believed, at first that on which a machine was last seen. After
 * a longer time, such as when the collector was off, a machine has to have sent a day near it.
 */
function believedDays(store: Pick<Store, "newest">): (today: string) => Promise<boolean> {
  let last: string | undefined;
  return async (today) => {
    const { seen, day } = await store.newest(today);
    last ??= seen === null ? today : torontoDay(seen);
    const isSoon = today <= addDays(last, MAX_LEAP_DAYS);
    if (!isSoon && (day === null || day < addDays(today, -MAX_BEHIND_DAYS))) return false;
    last = today;
    return true;
  };
}
