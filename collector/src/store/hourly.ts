import { HOUR_MS } from "../../../src/base/durations.ts";

/**
 * Does work now and once every hour, never twice at once. Work that fails is tried again in the next hour.
 * @returns the function that ends it, once the work under way is done
 */
export function hourly(work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running = Promise.resolve();
  const start = () => {
    running = running.then(work).catch(onError);
  };
  start();
  const timer = setInterval(start, HOUR_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
