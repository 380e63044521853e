import type { Piece } from "./kernel/pieces.ts";
import { grown } from "./rows.ts";

/** Between the two ids of a request; no id that is plain holds it, as JSON wants it escaped. */
const SEPARATOR = 0x1f;
/** Begins a key that is not plain, as UTF-16: no plain id holds it. */
const NOT_PLAIN = 0xff;
const PLAIN = /^[\x20-\x7f]*$/;
const NO_PIECE: Piece = { place: 0, length: 0 };
const FIRST_SLOTS = 2048;
/** About what a key takes. */
const KEY_BYTES = 64;
// FNV-1a.
const HASH_SEED = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/** What stands for a line without a message id: it stands for itself. */
export const NO_KEY = -1;

/** The keys of requests (rule SCAN-3), each kept once, as bytes, and numbered from 0 up. */
export class Keys {
  size = 0;
  #bytes: Uint8Array;
  /** Where each key begins; the last entry is where the next one will. */
  #starts: Uint32Array;
  #hashes: Uint32Array;
  /** A hash table with open addressing: a key's number and 1, or 0. At most half of it is taken. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #last = 0;

  /** With room for so many keys: what is never written to takes no memory. */
  constructor(room: number) {
    this.#bytes = new Uint8Array(KEY_BYTES * room);
    this.#starts = new Uint32Array(room + 1);
    this.#hashes = new Uint32Array(room);
  }

  /** The number of a request's key by its ids in plain bytes, or `NO_KEY`. */
  ofPieces(bytes: Uint8Array, messageId: Piece, requestId: Piece): number {
    if (messageId.length === 0) return NO_KEY;
    if (this.#isLast(bytes, messageId, requestId)) return this.#last;
    const start = this.#starts[this.size] ?? 0;
    this.#makeRoom(start + messageId.length + 1 + requestId.length);
    const own = this.#bytes;
    let hash = HASH_SEED;
    let end = start;
    for (let index = messageId.place; index < messageId.place + messageId.length; index++) {
      const byte = bytes[index] ?? 0;
      own[end++] = byte;
      hash = Math.imul(hash ^ byte, HASH_PRIME);
    }
    if (requestId.length > 0) {
      own[end++] = SEPARATOR;
      hash = Math.imul(hash ^ SEPARATOR, HASH_PRIME);
      for (let index = requestId.place; index < requestId.place + requestId.length; index++) {
        const byte = bytes[index] ?? 0;
        own[end++] = byte;
        hash = Math.imul(hash ^ byte, HASH_PRIME);
      }
    }
    this.#last = this.#numberOf(start, end, mixed(hash));
    return this.#last;
  }

  /** The same by ids that are text; an empty one is none. */
  ofText(messageId: string, requestId: string): number {
    if (messageId === "") return NO_KEY;
    const isPlain = PLAIN.test(messageId) && PLAIN.test(requestId);
    const [id, further] = isPlain
      ? [Buffer.from(messageId, "latin1"), Buffer.from(requestId, "latin1")]
      : [utf16(`${messageId.length}:${messageId}:${requestId}`), Buffer.alloc(0)];
    const bytes = Buffer.concat([id, further]);
    const requestPiece = { place: id.length, length: further.length };
    return this.ofPieces(bytes, { ...NO_PIECE, length: id.length }, requestPiece);
  }

  /** The number of another table's key. */
  copyOf(other: Keys, key: number): number {
    const place = other.#starts[key] ?? 0;
    const length = (other.#starts[key + 1] ?? 0) - place;
    return this.ofPieces(other.#bytes, { place, length }, NO_PIECE);
  }

  /** Whether these are the ids asked for last: the lines of one request mostly follow each other. */
  #isLast(bytes: Uint8Array, messageId: Piece, requestId: Piece): boolean {
    const own = this.#bytes;
    const start = this.#starts[this.#last] ?? 0;
    const further = requestId.length === 0 ? 0 : requestId.length + 1;
    if ((this.#starts[this.#last + 1] ?? 0) - start !== messageId.length + further) return false;
    // From the end on: ids begin alike.
    const separator = start + messageId.length;
    for (let index = requestId.length - 1; index >= 0; index--) {
      if (own[separator + 1 + index] !== bytes[requestId.place + index]) return false;
    }
    for (let index = messageId.length - 1; index >= 0; index--) {
      if (own[start + index] !== bytes[messageId.place + index]) return false;
    }
    return further === 0 || own[separator] === SEPARATOR;
  }

  /** The number of the key that was just written at the end of the others; where it is known it is not kept twice. */
  #numberOf(start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = hash & last;
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (this.#hashes[taken - 1] === hash && this.#isKey(taken - 1, start, end)) return taken - 1;
      slot = (slot + 1) & last;
    }
    slots[slot] = this.size + 1;
    this.#hashes[this.size] = hash;
    this.size++;
    this.#starts[this.size] = end;
    if (2 * this.size === this.#slots.length) this.#spread();
    if (this.size === this.#hashes.length) this.#grow();
    return this.size - 1;
  }

  #isKey(key: number, start: number, end: number): boolean {
    const bytes = this.#bytes;
    const from = this.#starts[key] ?? 0;
    if ((this.#starts[key + 1] ?? 0) - from !== end - start) return false;
    for (let index = 0; index < end - start; index++) {
      if (bytes[from + index] !== bytes[start + index]) return false;
    }
    return true;
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#bytes.length) return;
    this.#bytes = grown(this.#bytes, new Uint8Array(Math.max(bytes, 2 * this.#bytes.length)));
  }

  #grow(): void {
    this.#starts = grown(this.#starts, new Uint32Array(2 * this.size + 1));
    this.#hashes = grown(this.#hashes, new Uint32Array(2 * this.size));
  }

  /** Makes the hash table twice as large. */
  #spread(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const last = slots.length - 1;
    for (let key = 0; key < this.size; key++) {
      let slot = (this.#hashes[key] ?? 0) & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = key + 1;
    }
    this.#slots = slots;
  }
}

function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.of(NOT_PLAIN), Buffer.from(text, "utf16le")]);
}

/** Lets every bit of a hash have a say in its lowest ones. */
function mixed(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (folded ^ (folded >>> 13)) >>> 0;
}
