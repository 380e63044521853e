import type { Usage } from "./line.ts";
import { copyInto } from "./typed-arrays.ts";

/** What a line used, and when, in epoch milliseconds. */
export interface UsageAt extends Usage {
  readonly at: number;
}

/** In a column, a count of this or more, which is elsewhere. */
const LARGE = 2 ** 32 - 1;

/**
 * A table of lines, one typed array per column. It takes a tenth of the memory of as many objects. Counts have 32 bits: a
 * row with a larger one, which no real line has, is kept whole beside the columns.
 */
export class UsageTable {
  /** How many rows it has. */
  size = 0;
  transcript: Uint32Array;
  /** The request of the line; negative if it is a request of its own. */
  key: Int32Array;
  /** The next row of a linked list, plus 1; 0 at its end. */
  next: Uint32Array;
  model: Uint32Array;
  at: Float64Array;
  #inputTokens: Uint32Array;
  #outputTokens: Uint32Array;
  #cacheCreationTokens: Uint32Array;
  #cacheReadTokens: Uint32Array;
  /** Empty until a row has some. */
  #cacheCreation1hTokens = new Uint32Array(0);
  /** By row. */
  readonly #large = new Map<number, Usage>();
  readonly #usage = {
    at: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheCreationTokens: 0,
    cacheReadTokens: 0,
    cacheCreation1hTokens: 0,
  };

  /** @param capacity rows to reserve memory for; the system provides it only as it is written to */
  constructor(capacity: number) {
    this.transcript = new Uint32Array(capacity);
    this.key = new Int32Array(capacity);
    this.next = new Uint32Array(capacity);
    this.model = new Uint32Array(capacity);
    this.at = new Float64Array(capacity);
    this.#inputTokens = new Uint32Array(capacity);
    this.#outputTokens = new Uint32Array(capacity);
    this.#cacheCreationTokens = new Uint32Array(capacity);
    this.#cacheReadTokens = new Uint32Array(capacity);
  }

  /** Adds a row and returns its index. */
  add(transcript: number, key: number, next: number, model: number, usage: UsageAt): number {
    if (this.size === this.at.length) this.#grow();
    const row = this.size++;
    this.transcript[row] = transcript;
    this.key[row] = key;
    this.next[row] = next;
    this.set(row, model, usage);
    return row;
  }

  set(row: number, model: number, usage: UsageAt): void {
    const { inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens, cacheCreation1hTokens } = usage;
    this.model[row] = model;
    this.at[row] = usage.at;
    this.#inputTokens[row] = inputTokens;
    this.#outputTokens[row] = outputTokens;
    this.#cacheCreationTokens[row] = cacheCreationTokens;
    this.#cacheReadTokens[row] = cacheReadTokens;
    if (cacheCreation1hTokens > 0 && this.#cacheCreation1hTokens.length === 0) {
      this.#cacheCreation1hTokens = new Uint32Array(this.at.length);
    }
    if (this.#cacheCreation1hTokens.length > 0) this.#cacheCreation1hTokens[row] = cacheCreation1hTokens;
    // Those for an hour are never more than all writes to the cache.
    if (Math.max(inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens) >= LARGE) {
      this.#setLarge(row, usage);
    } else if (this.#large.size > 0) this.#large.delete(row);
  }

  outputTokens(row: number): number {
    const count = this.#outputTokens[row] ?? 0;
    return count < LARGE ? count : this.usage(row).outputTokens;
  }

  /** What a row used. The next call overwrites it. */
  usage(row: number): UsageAt {
    const usage = this.#usage;
    usage.at = this.at[row] ?? 0;
    usage.inputTokens = this.#inputTokens[row] ?? 0;
    usage.outputTokens = this.#outputTokens[row] ?? 0;
    usage.cacheCreationTokens = this.#cacheCreationTokens[row] ?? 0;
    usage.cacheReadTokens = this.#cacheReadTokens[row] ?? 0;
    usage.cacheCreation1hTokens = this.#cacheCreation1hTokens[row] ?? 0;
    if (this.#large.size > 0) Object.assign(usage, this.#large.get(row));
    return usage;
  }

  #setLarge(row: number, usage: UsageAt): void {
    const { inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens, cacheCreation1hTokens } = usage;
    const counts = { inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens, cacheCreation1hTokens };
    this.#outputTokens[row] = Math.min(outputTokens, LARGE);
    this.#large.set(row, counts);
  }

  #grow(): void {
    const capacity = 2 * this.size;
    this.transcript = copyInto(new Uint32Array(capacity), this.transcript);
    this.key = copyInto(new Int32Array(capacity), this.key);
    this.next = copyInto(new Uint32Array(capacity), this.next);
    this.model = copyInto(new Uint32Array(capacity), this.model);
    this.at = copyInto(new Float64Array(capacity), this.at);
    this.#inputTokens = copyInto(new Uint32Array(capacity), this.#inputTokens);
    this.#outputTokens = copyInto(new Uint32Array(capacity), this.#outputTokens);
    this.#cacheCreationTokens = copyInto(new Uint32Array(capacity), this.#cacheCreationTokens);
    this.#cacheReadTokens = copyInto(new Uint32Array(capacity), this.#cacheReadTokens);
    if (this.#cacheCreation1hTokens.length > 0) {
      this.#cacheCreation1hTokens = copyInto(new Uint32Array(capacity), this.#cacheCreation1hTokens);
    }
  }
}
