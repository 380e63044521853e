import type { Counts } from "../contract/index.ts";
import type { UsageTable } from "./usage-table.ts";

const MAX = Number.MAX_SAFE_INTEGER;

/** The sums of some rows. Exact at any size, so that a row can be subtracted again (rule SCAN-6). */
export class ExactCounts {
  #requests = 0;
  readonly #input = new ExactSum();
  readonly #output = new ExactSum();
  readonly #cacheCreation = new ExactSum();
  readonly #cacheRead = new ExactSum();

  get isEmpty(): boolean {
    return this.#requests === 0;
  }

  add(table: UsageTable, row: number): void {
    this.#requests++;
    this.#input.add(table.inputTokens[row] ?? 0);
    this.#output.add(table.outputTokens[row] ?? 0);
    this.#cacheCreation.add(table.cacheCreationTokens[row] ?? 0);
    this.#cacheRead.add(table.cacheReadTokens[row] ?? 0);
  }

  /** Subtracts a row that was added. */
  subtract(table: UsageTable, row: number): void {
    this.#requests--;
    this.#input.subtract(table.inputTokens[row] ?? 0);
    this.#output.subtract(table.outputTokens[row] ?? 0);
    this.#cacheCreation.subtract(table.cacheCreationTokens[row] ?? 0);
    this.#cacheRead.subtract(table.cacheReadTokens[row] ?? 0);
  }

  get capped(): Counts {
    return {
      requests: this.#requests,
      inputTokens: this.#input.capped,
      outputTokens: this.#output.capped,
      cacheCreationTokens: this.#cacheCreation.capped,
      cacheReadTokens: this.#cacheRead.capped,
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
