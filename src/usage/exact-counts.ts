import { type Counts, NO_COUNTS } from "../contract/index.ts";
import type { UsageTable } from "./usage-table.ts";

const TOKENS = ["inputTokens", "outputTokens", "cacheCreationTokens", "cacheReadTokens"] as const;
const MAX = Number.MAX_SAFE_INTEGER;

/**
 * The sums of some rows. They are exact at any size, so that a row can be subtracted again, and are capped at 2^53-1 only
 * when they are read (rule SCAN-6).
 */
export class ExactCounts {
  /** Each sum modulo 2^53. */
  readonly #low: Counts = { ...NO_COUNTS };
  /** How many times 2^53 each sum holds beyond that. */
  readonly #carries: Counts = { ...NO_COUNTS };

  get isEmpty(): boolean {
    return this.#low.requests === 0;
  }

  add(table: UsageTable, row: number): void {
    const low = this.#low;
    low.requests++;
    for (const field of TOKENS) {
      const tokens = table[field][row] ?? 0;
      const room = MAX - low[field];
      if (tokens <= room) low[field] += tokens;
      else {
        low[field] = tokens - room - 1;
        this.#carries[field]++;
      }
    }
  }

  /** Subtracts a row that was added. */
  subtract(table: UsageTable, row: number): void {
    const low = this.#low;
    low.requests--;
    for (const field of TOKENS) {
      const rest = low[field] - (table[field][row] ?? 0);
      if (rest >= 0) low[field] = rest;
      else {
        low[field] = rest + MAX + 1;
        this.#carries[field]--;
      }
    }
  }

  /** The sums, none above 2^53-1. */
  get capped(): Counts {
    const counts = { ...this.#low };
    for (const field of TOKENS) if (this.#carries[field] > 0) counts[field] = MAX;
    return counts;
  }
}
