/** When a line's usage happened, in epoch milliseconds, and its tokens. */
export interface Usage {
  readonly at: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheCreationTokens: number;
  readonly cacheReadTokens: number;
}

/** Rows of numbers, a column each: a tenth of what as many objects would take. */
export class Rows {
  size = 0;
  /** What the row belongs to. */
  owner: Uint32Array;
  /** The request that it is a line of; negative where there is none. */
  key: Int32Array;
  /** A link to another row: its place and 1, or 0. */
  next: Uint32Array;
  model: Uint32Array;
  at: Float64Array;
  inputTokens: Float64Array;
  outputTokens: Float64Array;
  cacheCreationTokens: Float64Array;
  cacheReadTokens: Float64Array;

  /** With room for so many rows: what is never written to takes no memory. */
  constructor(room: number) {
    this.owner = new Uint32Array(room);
    this.key = new Int32Array(room);
    this.next = new Uint32Array(room);
    this.model = new Uint32Array(room);
    this.at = new Float64Array(room);
    this.inputTokens = new Float64Array(room);
    this.outputTokens = new Float64Array(room);
    this.cacheCreationTokens = new Float64Array(room);
    this.cacheReadTokens = new Float64Array(room);
  }

  /** Adds a row and returns its place. */
  add(owner: number, key: number, next: number, model: number, usage: Usage): number {
    if (this.size === this.at.length) this.#grow();
    const row = this.size++;
    this.owner[row] = owner;
    this.key[row] = key;
    this.next[row] = next;
    this.set(row, model, usage);
    return row;
  }

  set(row: number, model: number, usage: Usage): void {
    this.model[row] = model;
    this.at[row] = usage.at;
    this.inputTokens[row] = usage.inputTokens;
    this.outputTokens[row] = usage.outputTokens;
    this.cacheCreationTokens[row] = usage.cacheCreationTokens;
    this.cacheReadTokens[row] = usage.cacheReadTokens;
  }

  usage(row: number): Usage {
    return {
      at: this.at[row] ?? 0,
      inputTokens: this.inputTokens[row] ?? 0,
      outputTokens: this.outputTokens[row] ?? 0,
      cacheCreationTokens: this.cacheCreationTokens[row] ?? 0,
      cacheReadTokens: this.cacheReadTokens[row] ?? 0,
    };
  }

  #grow(): void {
    const length = 2 * this.size;
    this.owner = grown(this.owner, new Uint32Array(length));
    this.key = grown(this.key, new Int32Array(length));
    this.next = grown(this.next, new Uint32Array(length));
    this.model = grown(this.model, new Uint32Array(length));
    this.at = grown(this.at, new Float64Array(length));
    this.inputTokens = grown(this.inputTokens, new Float64Array(length));
    this.outputTokens = grown(this.outputTokens, new Float64Array(length));
    this.cacheCreationTokens = grown(this.cacheCreationTokens, new Float64Array(length));
    this.cacheReadTokens = grown(this.cacheReadTokens, new Float64Array(length));
  }
}

/** The larger array with the other's numbers at its beginning. */
export function grown<Numbers extends Uint8Array | Int32Array | Uint32Array | Float64Array>(
  from: Numbers,
  into: Numbers,
): Numbers {
  into.set(from);
  return into;
}
