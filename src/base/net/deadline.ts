/** The longest delay of a timer, in milliseconds. A longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A time limit for a whole exchange, body included: a signal for the call, and a race for work that ignores signals. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;

  /** @param timeoutMs after this, it ends with a TimeoutError. @param outer ends it earlier, with an AbortError */
  constructor(timeoutMs: number, outer?: AbortSignal) {
    this.#outer = outer;
    this.#timer = setTimeout(() => this.#end("TimeoutError"), Math.min(timeoutMs, MAX_TIMER_MS));
    outer?.addEventListener("abort", this.#onOuter);
    if (outer?.aborted) this.#onOuter();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Settles as the work does, or rejects as soon as the deadline ends. Does not start the work after that. */
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
    this.#controller.abort(new DOMException("the call was aborted", name));
  }
}
