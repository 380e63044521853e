import { COUNTS } from "../counts.ts";
import { carry, type Limbs, noLimbs } from "./limbs.ts";

/** What a machine used of a model under an account. */
export interface Entry {
  readonly machine: number;
  readonly account: string;
  readonly model: string;
  readonly sum: Limbs;
}

/** Called for each entry, in the order of machines. `sum` is valid until it returns. */
export type Visit = (machine: number, account: number, model: number, sum: Limbs) => void;

const WIDTH = COUNTS.length;
const LIMB = 2 ** 32;
/** Above this a sum is written in two parts: a number could not hold it. */
const MAX_HIGH = 2 ** 21;
const BYTE = 128;

/**
 * Entries as bytes: the length of a list of names in JSON, the list, and for each entry numbers of as few bytes as they need. A
 * month of 10,000 machines is 1 MB.
 */
export function encodePack(entries: readonly Entry[]): Buffer {
  const accounts = new Names();
  const models = new Names();
  const numbers = new Numbers();
  let last = 0;
  for (const { machine, account, model, sum } of [...entries].sort((a, b) => a.machine - b.machine)) {
    carry(sum);
    const high = sum.subarray(WIDTH);
    const isLarge = high.some((value) => value >= MAX_HIGH);
    numbers.write(machine - last);
    numbers.write(accounts.of(account) * 2 + (isLarge ? 1 : 0));
    numbers.write(models.of(model));
    for (let index = 0; index < WIDTH; index++) {
      const [low, over] = [sum[index] ?? 0, high[index] ?? 0];
      numbers.write(isLarge ? low : low + over * LIMB);
      if (isLarge) numbers.write(over);
    }
    last = machine;
  }
  const names = Buffer.from(JSON.stringify({ accounts: accounts.all, models: models.all }));
  const head = new Numbers();
  head.write(names.length);
  return Buffer.concat([head.bytes(), names, numbers.bytes()]);
}

interface PackNames {
  readonly accounts: readonly string[];
  readonly models: readonly string[];
}

/** @param open called with the names, returns what is called for each entry with the places of its names */
export function readPack(body: Uint8Array | ArrayBuffer, open: (names: PackNames) => Visit): void {
  // libsql reads one or the other.
  const bytes = body instanceof Uint8Array ? body : new Uint8Array(body);
  let at = 0;
  const read = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= BYTE) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError("a pack ends early");
      if (byte < BYTE) return value + byte * unit;
      value += (byte - BYTE) * unit;
    }
  };
  const length = read();
  const names = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + at, length).toString()) as PackNames;
  at += length;
  const visit = open(names);
  const sum = noLimbs();
  let machine = 0;
  while (at < bytes.length) {
    machine += read();
    const account = read();
    const isLarge = account % 2 === 1;
    const model = read();
    for (let index = 0; index < WIDTH; index++) {
      const value = read();
      const high = isLarge ? read() : Math.floor(value / LIMB);
      sum[index] = isLarge ? value : value - high * LIMB;
      sum[index + WIDTH] = high;
    }
    visit(machine, (account - (isLarge ? 1 : 0)) / 2, model, sum);
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
