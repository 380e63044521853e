import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { networkOf } from "../../../src/base/net/network.ts";
import { normalized } from "./password-rules.ts";

/**
 * scrypt, because every Node that the collector runs on has it: with argon2id, a database could not be taken to an older
 * one. `N` is 2^ln. This takes 32 MiB, and as much work as OWASP recommends.
 */
const COST = { ln: 15, r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Room for the parameters of a later version, in bytes. */
const MAX_MEMORY = 256 * 1024 * 1024;
/** How many strangers may wait for their turn, and how many who are known: one takes about a third of a second. */
const MAX_WAITING = 12;
/** How many of them one address may send, so that it does not take every turn. */
const MAX_OF_ADDRESS = 3;

const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** Who has a password hashed. */
export interface Asker {
  /** The address. */
  readonly from: string;
  /** Whether this person signed in before with this very browser. */
  readonly isKnown?: boolean;
}

/** Those who wait. */
class Queue {
  readonly waiting: (() => void)[] = [];
  readonly ofAddress = new Map<string, number>();
  size = 0;
}

/**
 * Hashes passwords one at a time, so that many at once take neither all memory nor all threads. With too many in hand, of
 * one address or of all, nothing is hashed. Who is known comes first, and waits in a queue that strangers cannot fill.
 */
export class Passwords {
  readonly #known = new Queue();
  readonly #strangers = new Queue();
  #isBusy = false;

  /** The hash as it is stored, with its salt and parameters; undefined if too many are in hand. */
  hash(password: string, asker: Asker): Promise<string | undefined> {
    return this.#inTurn(asker, async () => {
      const salt = randomBytes(SALT_BYTES);
      const { ln, r, p } = COST;
      const hash = await derive(password, salt, COST, HASH_BYTES);
      return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`;
    });
  }

  /** Whether the password is the one that was hashed. Takes as long where there is none to compare with. */
  async verify(password: string, stored: string | null, asker: Asker): Promise<"right" | "wrong" | "busy"> {
    const verdict = await this.#inTurn(asker, async () => {
      const [, ln, r, p, salt = "", hash = ""] = FORM.exec(stored ?? "") ?? [];
      if (hash === "") {
        await derive(password, Buffer.alloc(SALT_BYTES), COST, HASH_BYTES);
        return "wrong";
      }
      const expected = Buffer.from(hash, "base64");
      const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
      const found = await derive(password, Buffer.from(salt, "base64"), cost, expected.length);
      return timingSafeEqual(found, expected) ? "right" : "wrong";
    });
    return verdict ?? "busy";
  }

  async #inTurn<T>({ from, isKnown = false }: Asker, work: () => Promise<T>): Promise<T | undefined> {
    const queue = isKnown ? this.#known : this.#strangers;
    const network = networkOf(from);
    const own = queue.ofAddress.get(network) ?? 0;
    if (queue.size >= MAX_WAITING || own >= MAX_OF_ADDRESS) return undefined;
    queue.size++;
    queue.ofAddress.set(network, own + 1);
    try {
      if (this.#isBusy) await new Promise<void>((resolve) => queue.waiting.push(resolve));
      this.#isBusy = true;
      return await work();
    } finally {
      queue.size--;
      const left = (queue.ofAddress.get(network) ?? 1) - 1;
      if (left === 0) queue.ofAddress.delete(network);
      else queue.ofAddress.set(network, left);
      this.#next();
    }
  }

  /** Stays busy if somebody waits, so that nobody comes between. */
  #next(): void {
    const turn = this.#known.waiting.shift() ?? this.#strangers.waiting.shift();
    if (turn === undefined) this.#isBusy = false;
    else turn();
  }
}

function derive(password: string, salt: Buffer, { ln, r, p }: Cost, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: 2 ** ln, r, p, maxmem: MAX_MEMORY };
    scrypt(normalized(password), salt, length, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
