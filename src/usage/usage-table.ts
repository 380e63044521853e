import type { Usage } from "./line.ts";
import { copyInto } from "./typed-arrays.ts";

/** What a line used, and when, in epoch milliseconds. */
export interface UsageAt extends Usage {
  readonly at: number;
}

/** A table of lines, one typed array per column. It takes a tenth of the memory of as many objects. */
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
  inputTokens: Float64Array;
  outputTokens: Float64Array;
  cacheCreationTokens: Float64Array;
  cacheReadTokens: Float64Array;
  cacheCreation1hTokens: Float64Array;
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
    this.inputTokens = new Float64Array(capacity);
    this.outputTokens = new Float64Array(capacity);
    this.cacheCreationTokens = new Float64Array(capacity);
    this.cacheReadTokens = new Float64Array(capacity);
    this.cacheCreation1hTokens = new Float64Array(capacity);
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
    this.model[row] = model;
    this.at[row] = usage.at;
    this.inputTokens[row] = usage.inputTokens;
    this.outputTokens[row] = usage.outputTokens;
    this.cacheCreationTokens[row] = usage.cacheCreationTokens;
    this.cacheReadTokens[row] = usage.cacheReadTokens;
    this.cacheCreation1hTokens[row] = usage.cacheCreation1hTokens;
  }

  /** What a row used. The next call overwrites it. */
  usage(row: number): UsageAt {
    const usage = this.#usage;
    usage.at = this.at[row] ?? 0;
    usage.inputTokens = this.inputTokens[row] ?? 0;
    usage.outputTokens = this.outputTokens[row] ?? 0;
    usage.cacheCreationTokens = this.cacheCreationTokens[row] ?? 0;
    usage.cacheReadTokens = this.cacheReadTokens[row] ?? 0;
    usage.cacheCreation1hTokens = this.cacheCreation1hTokens[row] ?? 0;
    return usage;
  }

  #grow(): void {
    const capacity = 2 * this.size;
    this.transcript = copyInto(new Uint32Array(capacity), this.transcript);
    this.key = copyInto(new Int32Array(capacity), this.key);
    this.next = copyInto(new Uint32Array(capacity), this.next);
    this.model = copyInto(new Uint32Array(capacity), this.model);
    this.at = copyInto(new Float64Array(capacity), this.at);
    this.inputTokens = copyInto(new Float64Array(capacity), this.inputTokens);
    this.outputTokens = copyInto(new Float64Array(capacity), this.outputTokens);
    this.cacheCreationTokens = copyInto(new Float64Array(capacity), this.cacheCreationTokens);
    this.cacheReadTokens = copyInto(new Float64Array(capacity), this.cacheReadTokens);
    this.cacheCreation1hTokens = copyInto(new Float64Array(capacity), this.cacheCreation1hTokens);
  }
}
