import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** The most that V8's space for short-lived objects takes, in bytes. By default it grows to 32 MB, and rarely shrinks. */
const MOST_BYTES = 8 * 1_048_576;
/** A new thread resets the flag in Node 20. */
const AGAIN_MS = 1_000;

/** In percent of what is in use after a collection. By default V8 lets the heap grow to up to four times as much. */
const GROWTH = 50;

/**
 * Bounds V8's heap for as long as the process runs. Pushes leave little behind, and fill the same space again and again: a larger
 * one costs memory and saves no time.
 */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  // Threads have bounds of their own, and begin with them: the flag below holds for all of the process.
  setFlagsFromString("--min-semi-space-size=16");
  const bound = () => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    const isFull = (young?.space_size ?? 0) >= MOST_BYTES;
    setFlagsFromString(`--semi-space-growth-factor=${isFull ? 1 : 2}`);
  };
  bound();
  setInterval(bound, AGAIN_MS).unref();
}
