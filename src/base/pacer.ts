import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work may hold the event loop before it lets signals and timers in, in milliseconds. */
const SLICE_MS = 20;

/** Lets long synchronous work give way: ask `due` between its steps, and `await rest()` where it says so. */
export class Pacer {
  readonly #signal: AbortSignal | undefined;
  readonly #monotonic: () => number;
  #sliceEnd: number;

  constructor(signal?: AbortSignal, monotonic: () => number = () => performance.now()) {
    this.#signal = signal;
    this.#monotonic = monotonic;
    this.#sliceEnd = monotonic() + SLICE_MS;
  }

  get due(): boolean {
    return this.#monotonic() >= this.#sliceEnd;
  }

  /** Rejects with the signal's reason once it is aborted. */
  async rest(): Promise<void> {
    await nextTurn();
    this.#signal?.throwIfAborted();
    this.#sliceEnd = this.#monotonic() + SLICE_MS;
  }
}
