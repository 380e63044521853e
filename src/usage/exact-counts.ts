import type { Counts } from "../contract/index.ts";
import type { Usage } from "./line.ts";

const MAX = Number.MAX_SAFE_INTEGER;
/** The index of each count. */
const INPUT = 0;
const OUTPUT = 1;
const CACHE_CREATION = 2;
const CACHE_READ = 3;
const CACHE_CREATION_1H = 4;
const WIDTH = 5;

/** The sums of some usage. Exact at any size, so that a part can be subtracted again (rule SCAN-6). */
export class ExactCounts {
  #requests = 0;
  /** The sums modulo 2^53, and how many times 2^53 each holds beyond that. */
  readonly #low = new Float64Array(WIDTH);
  readonly #carries = new Float64Array(WIDTH);

  get isEmpty(): boolean {
    return this.#requests === 0;
  }

  add(usage: Usage, requests = 1): void {
    this.#requests += requests;
    this.#change(INPUT, usage.inputTokens);
    this.#change(OUTPUT, usage.outputTokens);
    this.#change(CACHE_CREATION, usage.cacheCreationTokens);
    this.#change(CACHE_READ, usage.cacheReadTokens);
    this.#change(CACHE_CREATION_1H, usage.cacheCreation1hTokens);
  }

  /** Subtracts usage that was added. */
  subtract(usage: Usage, requests = 1): void {
    this.#requests -= requests;
    this.#change(INPUT, -usage.inputTokens);
    this.#change(OUTPUT, -usage.outputTokens);
    this.#change(CACHE_CREATION, -usage.cacheCreationTokens);
    this.#change(CACHE_READ, -usage.cacheReadTokens);
    this.#change(CACHE_CREATION_1H, -usage.cacheCreation1hTokens);
  }

  get capped(): Counts {
    const cacheCreation1hTokens = this.#cappedAt(CACHE_CREATION_1H);
    return {
      requests: this.#requests,
      inputTokens: this.#cappedAt(INPUT),
      outputTokens: this.#cappedAt(OUTPUT),
      cacheCreationTokens: this.#cappedAt(CACHE_CREATION),
      cacheReadTokens: this.#cappedAt(CACHE_READ),
      ...(cacheCreation1hTokens > 0 && { cacheCreation1hTokens }),
    };
  }

  /** Adds a safe integer, or subtracts one that was added. */
  #change(index: number, value: number): void {
    const low = this.#low[index] ?? 0;
    const sum = low + value;
    if (sum >= 0 && sum <= MAX) this.#low[index] = sum;
    else if (sum < 0) this.#carry(index, sum + MAX + 1, -1);
    else this.#carry(index, value - (MAX - low) - 1, 1);
  }

  #carry(index: number, low: number, carry: number): void {
    this.#low[index] = low;
    this.#carries[index] = (this.#carries[index] ?? 0) + carry;
  }

  /** A sum, or 2^53-1 if it is larger. */
  #cappedAt(index: number): number {
    return (this.#carries[index] ?? 0) > 0 ? MAX : (this.#low[index] ?? 0);
  }
}
