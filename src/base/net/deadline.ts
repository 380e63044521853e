/** The longest that a timer can wait; a longer one would not wait at all. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A bound on a whole exchange, its body included: one signal for the call, and a race for what does not heed it. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;

  /** @param timeoutMs milliseconds from now; past them it ends with a TimeoutError. @param outer ends it early, with an AbortError. */
  constructor(timeoutMs: number, outer?: AbortSignal) {
    this.#outer = outer;
    this.#timer = setTimeout(() => this.#end("TimeoutError"), Math.min(timeoutMs, MAX_TIMER_MS));
    outer?.addEventListener("abort", this.#onOuter);
    if (outer?.aborted) this.#onOuter();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Does the work and settles as it does, or rejects as soon as the deadline ends; where that is past, nothing is done. */
  async race<T>(work: () => T | Promise<T>): Promise<T> {
    const { signal } = this.#controller;
    signal.throwIfAborted();
    let onAbort = () => {};
    const ended = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
    });
    try {
      return await Promise.race([work(), ended]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#onOuter);
  }

  readonly #onOuter = () => this.#end("AbortError");

  #end(name: "TimeoutError" | "AbortError"): void {
    this.#controller.abort(new DOMException("the call was ended", name));
  }
}
