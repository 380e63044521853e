import type { IdHash } from "./line.ts";
import { copyInto } from "./typed-arrays.ts";

const FIRST_SLOTS = 2048;
/** The words of a hash. */
const WIDTH = 4;

/** The key of a line without a message id: it is a request of its own. */
export const NO_KEY = -1;

/** A set of request keys (rule SCAN-3): the hashes of their ids (rule SCAN-24). Each key has a number, from 0 up. */
export class RequestKeys {
  size = 0;
  #hashes: Int32Array;
  /** A hash table with open addressing, at most half full: a key's number plus 1, or 0. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #last = 0;

  /** @param capacity keys to reserve memory for; the system provides it only as it is written to */
  constructor(capacity: number) {
    this.#hashes = new Int32Array(WIDTH * capacity);
  }

  /** The number of the key of these ids, or `NO_KEY`. */
  of(ids: IdHash | undefined): number {
    if (ids === undefined) return NO_KEY;
    return this.#numberOf(ids.first, ids.second, ids.third, ids.fourth);
  }

  /** The number here of a key of another set. */
  copyFrom(other: RequestKeys, key: number): number {
    const hashes = other.#hashes;
    const at = WIDTH * key;
    return this.#numberOf(hashes[at] ?? 0, hashes[at + 1] ?? 0, hashes[at + 2] ?? 0, hashes[at + 3] ?? 0);
  }

  /** The hash of a key, in words. */
  hashOf(key: number): Int32Array {
    return this.#hashes.subarray(WIDTH * key, WIDTH * (key + 1));
  }

  #numberOf(first: number, second: number, third: number, fourth: number): number {
    // The lines of a request mostly follow each other.
    if (this.#last < this.size && this.#isKey(this.#last, first, second, third, fourth)) return this.#last;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = first & mask;
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (this.#isKey(taken - 1, first, second, third, fourth)) {
        this.#last = taken - 1;
        return this.#last;
      }
      slot = (slot + 1) & mask;
    }
    this.#last = this.size++;
    slots[slot] = this.size;
    this.#write(this.#last, first, second, third, fourth);
    if (2 * this.size === slots.length) this.#rehash();
    return this.#last;
  }

  #isKey(key: number, first: number, second: number, third: number, fourth: number): boolean {
    const hashes = this.#hashes;
    const at = WIDTH * key;
    return (
      hashes[at] === first &&
      hashes[at + 1] === second &&
      hashes[at + 2] === third &&
      hashes[at + 3] === fourth
    );
  }

  #write(key: number, first: number, second: number, third: number, fourth: number): void {
    const at = WIDTH * key;
    if (at === this.#hashes.length) {
      this.#hashes = copyInto(new Int32Array(Math.max(WIDTH, 2 * at)), this.#hashes);
    }
    const hashes = this.#hashes;
    hashes[at] = first;
    hashes[at + 1] = second;
    hashes[at + 2] = third;
    hashes[at + 3] = fourth;
  }

  /** Doubles the hash table. */
  #rehash(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let key = 0; key < this.size; key++) {
      let slot = (this.#hashes[WIDTH * key] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = key + 1;
    }
    this.#slots = slots;
  }
}
