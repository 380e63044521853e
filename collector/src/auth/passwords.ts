import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
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
/** How many may wait for their turn. */
const MAX_WAITING = 20;

const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** Hashes passwords one at a time, so that many at once take neither all memory nor all threads. */
export class Passwords {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** The hash as it is stored, with its salt and parameters. */
  hash(password: string): Promise<string> {
    return this.#inTurn(async () => {
      const salt = randomBytes(SALT_BYTES);
      const { ln, r, p } = COST;
      const hash = await derive(password, salt, COST, HASH_BYTES);
      return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`;
    });
  }

  /**
   * Whether the password is the one that was hashed. Takes as long where there is none to compare with.
   * @returns `busy` if too many are waiting
   */
  async verify(password: string, stored: string | null): Promise<"right" | "wrong" | "busy"> {
    if (this.#waiting >= MAX_WAITING) return "busy";
    return this.#inTurn(async () => {
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
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
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
