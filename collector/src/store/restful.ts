import { setTimeout as sleep } from "node:timers/promises";
import type { Rest } from "./packs/index.ts";

/** After a piece of work, it rests for so many times as long: at most a fifth of a core is taken from pushes and pages. */
const RESTS = 4;
/** The longest rest, in milliseconds: a piece that took long waited for something else. */
const MOST_REST_MS = 500;

/** The rests of work in the background, until it is told to end. */
export function restful(signal: AbortSignal): Rest {
  let began = performance.now();
  return async () => {
    const ms = Math.min((performance.now() - began) * RESTS, MOST_REST_MS);
    await sleep(ms, undefined, { signal }).catch(() => {});
    began = performance.now();
    return !signal.aborted;
  };
}
