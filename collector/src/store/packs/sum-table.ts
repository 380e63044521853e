import { COUNTS } from "../counts.ts";

/** Numbers of one sum. */
const WIDTH = COUNTS.length;
/** More than there can be models. */
const MODELS = 2 ** 26;

/**
 * What each group used of each model. A year of 10,000 machines is added up in numbers that lie side by side; what a number
 * cannot hold exactly goes on in a bigint.
 */
export class SumTable<Key> {
  /** The groups, by their rows. */
  readonly keys: Key[] = [];
  readonly models: string[] = [];
  readonly #rows = new Map<Key, number>();
  readonly #columns = new Map<string, number>();
  readonly #cells = new Map<number, number>();
  #rowOf = new Int32Array(64);
  #columnOf = new Int32Array(64);
  /** The cell that came after each one last time: packs have their entries in one order. */
  #next = new Int32Array(64);
  #last = 0;
  #length = 0;
  #sums = new Float64Array(64 * WIDTH);
  readonly #over = new Map<number, bigint>();

  row(key: Key): number {
    return placeIn(this.#rows, this.keys, key);
  }

  column(model: string): number {
    return placeIn(this.#columns, this.models, model);
  }

  /** Adds counts, each at most 2^53-1, times `sign`. */
  add(row: number, column: number, counts: ArrayLike<number>, sign: 1 | -1): void {
    this.addFrom(row, column, counts, 0, sign);
  }

  /** Adds the counts at a place of many, times `sign`. */
  addFrom(row: number, column: number, counts: ArrayLike<number>, place: number, sign: 1 | -1): void {
    const from = this.#cell(row, column) * WIDTH;
    const sums = this.#sums;
    for (let index = 0; index < WIDTH; index++) {
      const value = sign * (counts[place * WIDTH + index] as number);
      const sum = (sums[from + index] as number) + value;
      if (isExact(sum)) sums[from + index] = sum;
      else this.#addOver(from + index, BigInt(value));
    }
  }

  addExact(row: number, column: number, sums: readonly bigint[], sign: 1 | -1): void {
    const from = this.#cell(row, column) * WIDTH;
    for (let index = 0; index < WIDTH; index++)
      this.#addOver(from + index, BigInt(sign) * (sums[index] ?? 0n));
  }

  /** A table of its own with the same sums. */
  copy(): SumTable<Key> {
    const copy = new SumTable<Key>();
    for (const key of this.keys) copy.row(key);
    for (const model of this.models) copy.column(model);
    for (const [name, cell] of this.#cells) copy.#cells.set(name, cell);
    for (const [index, value] of this.#over) copy.#over.set(index, value);
    copy.#rowOf = this.#rowOf.slice();
    copy.#columnOf = this.#columnOf.slice();
    copy.#next = this.#next.slice();
    copy.#sums = this.#sums.slice();
    copy.#length = this.#length;
    return copy;
  }

  /** Calls for each sum that is not nothing. `at` is its place for `exact` and `nearest`. */
  each(visit: (row: number, column: number, at: number) => void): void {
    for (let cell = 0; cell < this.#length; cell++) {
      if (!this.#isNothing(cell)) visit(this.#rowOf[cell] ?? 0, this.#columnOf[cell] ?? 0, cell * WIDTH);
    }
  }

  /** Whether numbers hold a sum exactly. */
  isExact(at: number): boolean {
    return this.#over.size === 0 || COUNTS.every((_, index) => !this.#over.has(at + index));
  }

  exact(at: number): bigint[] {
    return COUNTS.map((_, index) => this.#exactAt(at + index));
  }

  /** One column of a sum, in the precision of a number. */
  nearest(at: number, column: number): number {
    const over = this.#over.size === 0 ? undefined : this.#over.get(at + column);
    return over === undefined ? (this.#sums[at + column] ?? 0) : Number(this.#exactAt(at + column));
  }

  #exactAt(index: number): bigint {
    return BigInt(this.#sums[index] ?? 0) + (this.#over.get(index) ?? 0n);
  }

  #addOver(index: number, value: bigint): void {
    this.#over.set(index, (this.#over.get(index) ?? 0n) + value);
  }

  #isNothing(cell: number): boolean {
    for (let index = cell * WIDTH; index < (cell + 1) * WIDTH; index++) {
      if (this.#over.size === 0 ? this.#sums[index] !== 0 : this.#exactAt(index) !== 0n) return false;
    }
    return true;
  }

  #cell(row: number, column: number): number {
    const guess = this.#next[this.#last] as number;
    if (this.#rowOf[guess] === row && this.#columnOf[guess] === column && guess < this.#length) {
      this.#last = guess;
      return guess;
    }
    const name = row * MODELS + column;
    const cell = this.#cells.get(name) ?? this.#newCell(name, row, column);
    this.#next[this.#last] = cell;
    this.#last = cell;
    return cell;
  }

  #newCell(name: number, row: number, column: number): number {
    const cell = this.#length++;
    if (cell === this.#rowOf.length) this.#grow();
    this.#cells.set(name, cell);
    this.#rowOf[cell] = row;
    this.#columnOf[cell] = column;
    return cell;
  }

  #grow(): void {
    const more = <Kind extends Int32Array | Float64Array>(old: Kind, wider: Kind): Kind => {
      wider.set(old);
      return wider;
    };
    this.#rowOf = more(this.#rowOf, new Int32Array(2 * this.#rowOf.length));
    this.#columnOf = more(this.#columnOf, new Int32Array(2 * this.#columnOf.length));
    this.#next = more(this.#next, new Int32Array(2 * this.#next.length));
    this.#sums = more(this.#sums, new Float64Array(2 * this.#sums.length));
  }
}

const isExact = (sum: number): boolean => sum <= Number.MAX_SAFE_INTEGER && sum >= Number.MIN_SAFE_INTEGER;

function placeIn<Name>(places: Map<Name, number>, names: Name[], name: Name): number {
  const known = places.get(name);
  if (known !== undefined) return known;
  places.set(name, names.length);
  return names.push(name) - 1;
}
