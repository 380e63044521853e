import { setImmediate as nextTurn } from "node:timers/promises";

/** The longest that a scan blocks the event loop, in milliseconds. */
const SLICE_MS = 20;

/** Lets long synchronous work yield to timers and signals: `if (pacer.shouldYield) await pacer.yield()` between steps. */
export class Pacer {
  readonly #signal: AbortSignal | undefined;
  readonly #monotonic: () => number;
  #sliceEnd: number;

  constructor(signal?: AbortSignal, monotonic: () => number = () => performance.now()) {
    this.#signal = signal;
    this.#monotonic = monotonic;
    this.#sliceEnd = monotonic() + SLICE_MS;
  }

  get shouldYield(): boolean {
    return this.#monotonic() >= this.#sliceEnd;
  }

  /** Rejects with the signal's reason if it is aborted. */
  async yield(): Promise<void> {
    await nextTurn();
    this.throwIfStopped();
    this.#sliceEnd = this.#monotonic() + SLICE_MS;
  }

  /** Throws the signal's reason if it is aborted. */
  throwIfStopped(): void {
    this.#signal?.throwIfAborted();
  }
}
