import { COUNTS } from "../counts.ts";
import { carry, type Limbs, noLimbs } from "./limbs.ts";

/** What a machine used of a model under an account. */
export interface Entry {
  readonly machine: number;
  readonly account: string;
  readonly model: string;
  readonly sum: Limbs;
}

const WIDTH = COUNTS.length;
const LIMB = 2 ** 32;
/** Above this a sum is written in two parts: a number could not hold it. */
const MAX_HIGH = 2 ** 21;
const BYTE = 128;

/**
 * Writes entries as bytes: the length of a list of names in JSON, the list, and for each entry numbers of as few bytes as they
 * need. A month of 10,000 machines is 1 MB.
 */
export class PackWriter {
  readonly #accounts = new Names();
  readonly #models = new Names();
  readonly #numbers = new Numbers();
  #last = 0;

  /** Machines must come in order. */
  add({ machine, account, model, sum }: Entry): void {
    carry(sum);
    const isLarge = sum.some((value, index) => index >= WIDTH && value >= MAX_HIGH);
    this.#numbers.write(machine - this.#last);
    this.#numbers.write(this.#accounts.of(account) * 2 + (isLarge ? 1 : 0));
    this.#numbers.write(this.#models.of(model));
    for (let index = 0; index < WIDTH; index++) {
      const [low, over] = [sum[index] ?? 0, sum[index + WIDTH] ?? 0];
      this.#numbers.write(isLarge ? low : low + over * LIMB);
      if (isLarge) this.#numbers.write(over);
    }
    this.#last = machine;
  }

  body(): Buffer {
    const names = Buffer.from(JSON.stringify({ accounts: this.#accounts.all, models: this.#models.all }));
    const head = new Numbers();
    head.write(names.length);
    return Buffer.concat([head.bytes(), names, this.#numbers.bytes()]);
  }
}

interface PackNames {
  readonly accounts: readonly string[];
  readonly models: readonly string[];
}

/** Reads a pack entry by entry, in the order of machines. */
export class PackCursor {
  readonly names: PackNames;
  /** Of the entry that was read last. */
  machine = 0;
  /** The places of its names. */
  account = 0;
  model = 0;
  /** Written over by the next entry. */
  readonly sum: Limbs = noLimbs();
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(body: Uint8Array | ArrayBuffer) {
    // libsql reads one or the other.
    this.#bytes = body instanceof Uint8Array ? body : new Uint8Array(body);
    const length = this.#read();
    const names = this.#bytes.subarray(this.#at, this.#at + length);
    this.names = JSON.parse(Buffer.from(names).toString()) as PackNames;
    this.#at += length;
  }

  /** @returns false at the end */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    this.machine += this.#read();
    const account = this.#read();
    const isLarge = account % 2 === 1;
    this.account = (account - (isLarge ? 1 : 0)) / 2;
    this.model = this.#read();
    for (let index = 0; index < WIDTH; index++) {
      const value = this.#read();
      const high = isLarge ? this.#read() : Math.floor(value / LIMB);
      this.sum[index] = isLarge ? value : value - high * LIMB;
      this.sum[index + WIDTH] = high;
    }
    return true;
  }

  #read(): number {
    let value = 0;
    for (let unit = 1; ; unit *= BYTE) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError("a pack ends early");
      if (byte < BYTE) return value + byte * unit;
      value += (byte - BYTE) * unit;
    }
  }
}

/** Gives each name a place in a list. */
class Names {
  readonly all: string[] = [];
  readonly #places = new Map<string, number>();

  of(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.all.length);
    return this.all.push(name) - 1;
  }
}

class Numbers {
  #bytes = new Uint8Array(4_096);
  #length = 0;

  /** @param value a whole number from 0 to 2^53-1 */
  write(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError("a pack holds whole numbers from 0");
    if (this.#length + 8 > this.#bytes.length) {
      const more = new Uint8Array(2 * this.#bytes.length);
      more.set(this.#bytes);
      this.#bytes = more;
    }
    let rest = value;
    while (rest >= BYTE) {
      this.#bytes[this.#length++] = (rest % BYTE) + BYTE;
      rest = Math.floor(rest / BYTE);
    }
    this.#bytes[this.#length++] = rest;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
