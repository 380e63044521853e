import type { Counts } from "../contract/index.ts";
import type { Usage } from "./line.ts";

const MAX = Number.MAX_SAFE_INTEGER;

/** The sums of some usage. Exact at any size, so that a part can be subtracted again (rule SCAN-6). */
export class ExactCounts {
  #requests = 0;
  readonly #input = new ExactSum();
  readonly #output = new ExactSum();
  readonly #cacheCreation = new ExactSum();
  readonly #cacheRead = new ExactSum();
  readonly #cacheCreation1h = new ExactSum();

  get isEmpty(): boolean {
    return this.#requests === 0;
  }

  add(usage: Usage, requests = 1): void {
    this.#requests += requests;
    this.#input.add(usage.inputTokens);
    this.#output.add(usage.outputTokens);
    this.#cacheCreation.add(usage.cacheCreationTokens);
    this.#cacheRead.add(usage.cacheReadTokens);
    this.#cacheCreation1h.add(usage.cacheCreation1hTokens);
  }

  /** Subtracts usage that was added. */
  subtract(usage: Usage, requests = 1): void {
    this.#requests -= requests;
    this.#input.subtract(usage.inputTokens);
    this.#output.subtract(usage.outputTokens);
    this.#cacheCreation.subtract(usage.cacheCreationTokens);
    this.#cacheRead.subtract(usage.cacheReadTokens);
    this.#cacheCreation1h.subtract(usage.cacheCreation1hTokens);
  }

  get capped(): Counts {
    const cacheCreation1hTokens = this.#cacheCreation1h.capped;
    return {
      requests: this.#requests,
      inputTokens: this.#input.capped,
      outputTokens: this.#output.capped,
      cacheCreationTokens: this.#cacheCreation.capped,
      cacheReadTokens: this.#cacheRead.capped,
      ...(cacheCreation1hTokens > 0 && { cacheCreation1hTokens }),
    };
  }
}

/** A sum of safe integers. */
class ExactSum {
  /** The sum modulo 2^53. */
  #low = 0;
  /** How many times 2^53 the sum holds beyond that. */
  #carries = 0;

  add(value: number): void {
    const room = MAX - this.#low;
    if (value <= room) this.#low += value;
    else {
      this.#low = value - room - 1;
      this.#carries++;
    }
  }

  /** Subtracts a value that was added. */
  subtract(value: number): void {
    const rest = this.#low - value;
    if (rest >= 0) this.#low = rest;
    else {
      this.#low = rest + MAX + 1;
      this.#carries--;
    }
  }

  /** The sum, or 2^53-1 if it is larger. */
  get capped(): number {
    return this.#carries > 0 ? MAX : this.#low;
  }
}
