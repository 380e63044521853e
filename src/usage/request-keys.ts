import { createHash, type Hash } from "node:crypto";
import { FNV_BASIS, fnv1a } from "../base/hash.ts";
import type { Span } from "./kernel/decode.ts";
import { copyInto } from "./typed-arrays.ts";

/** Separates the two ids of a key. A plain id cannot contain it: JSON requires it to be escaped. */
const SEPARATOR = 0x1f;
/** Starts a key that is stored as UTF-16. No plain id contains it. */
const UTF16_MARK = 0xff;
/** Starts a key that is a hash of the ids. No other key contains it. */
const HASH_MARK = 0xfe;
/** Ids longer than this together are kept as their SHA-256 (rule SCAN-24), in bytes. Real ones have about 60. */
const MAX_ID_BYTES = 256;
const PLAIN = /^[\x20-\x7f]*$/;
const NO_SPAN: Span = { start: 0, length: 0 };
const FIRST_SLOTS = 2048;
/** Bytes to reserve per key. */
const KEY_BYTES = 64;

/** The key of a line without a message id: it is a request of its own. */
export const NO_KEY = -1;

/** A set of request keys (rule SCAN-3), stored as bytes. Each key has a number, from 0 up. */
export class RequestKeys {
  size = 0;
  #bytes: Uint8Array;
  /** Where each key starts in `#bytes`; the last entry is where the next key will start. */
  #starts: Uint32Array;
  #hashes: Uint32Array;
  /** A hash table with open addressing, at most half full: a key's number plus 1, or 0. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #last = 0;

  /** @param capacity keys to reserve memory for; the system provides it only as it is written to */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(KEY_BYTES * capacity);
    this.#starts = new Uint32Array(capacity + 1);
    this.#hashes = new Uint32Array(capacity);
  }

  /** The number of the key of these plain ids, or `NO_KEY`. */
  ofSpans(bytes: Uint8Array, messageId: Span, requestId: Span): number {
    if (messageId.length === 0) return NO_KEY;
    if (messageId.length + requestId.length > MAX_ID_BYTES) {
      const hash = createHash("sha256").update(`${messageId.length}:`);
      for (const { start, length } of [messageId, requestId])
        hash.update(bytes.subarray(start, start + length));
      return this.#ofHash(hash);
    }
    if (this.#isLast(bytes, messageId, requestId)) return this.#last;
    const start = this.#starts[this.size] ?? 0;
    this.#reserve(start + messageId.length + 1 + requestId.length);
    let end = start + messageId.length;
    let hash = this.#append(bytes, messageId, start, FNV_BASIS);
    if (requestId.length > 0) {
      this.#bytes[end++] = SEPARATOR;
      hash = this.#append(bytes, requestId, end, fnv1a(hash, SEPARATOR));
      end += requestId.length;
    }
    this.#last = this.#findOrAdd(start, end, mixed(hash));
    return this.#last;
  }

  /** The same for ids as text. An empty id is no id. */
  ofText(messageId: string, requestId: string): number {
    if (messageId === "") return NO_KEY;
    const isPlain = PLAIN.test(messageId) && PLAIN.test(requestId);
    if (messageId.length + requestId.length > MAX_ID_BYTES) {
      const encoding = isPlain ? "latin1" : "utf16le";
      const hash = createHash("sha256").update(`${isPlain ? "" : encoding}${messageId.length}:`);
      return this.#ofHash(hash.update(messageId, encoding).update(requestId, encoding));
    }
    const [id, further] = isPlain
      ? [Buffer.from(messageId, "latin1"), Buffer.from(requestId, "latin1")]
      : [utf16(`${messageId.length}:${messageId}:${requestId}`), Buffer.alloc(0)];
    const bytes = Buffer.concat([id, further]);
    const requestSpan = { start: id.length, length: further.length };
    return this.ofSpans(bytes, { ...NO_SPAN, length: id.length }, requestSpan);
  }

  /** @param hash of long ids; it includes the length of the first, which keeps `ab` and `c` apart from `a` and `bc` */
  #ofHash(hash: Hash): number {
    const key = Buffer.concat([Buffer.of(HASH_MARK), hash.digest()]);
    return this.ofSpans(key, { start: 0, length: key.length }, NO_SPAN);
  }

  /** The number here of a key of another set. */
  copyFrom(other: RequestKeys, key: number): number {
    const start = other.#starts[key] ?? 0;
    const length = (other.#starts[key + 1] ?? 0) - start;
    return this.ofSpans(other.#bytes, { start, length }, NO_SPAN);
  }

  /** Whether these are the ids of the last call: the lines of a request mostly follow each other. */
  #isLast(bytes: Uint8Array, messageId: Span, requestId: Span): boolean {
    const own = this.#bytes;
    const start = this.#starts[this.#last] ?? 0;
    const further = requestId.length === 0 ? 0 : requestId.length + 1;
    if ((this.#starts[this.#last + 1] ?? 0) - start !== messageId.length + further) return false;
    // Backwards, because most ids start alike.
    const separator = start + messageId.length;
    for (let index = requestId.length - 1; index >= 0; index--) {
      if (own[separator + 1 + index] !== bytes[requestId.start + index]) return false;
    }
    for (let index = messageId.length - 1; index >= 0; index--) {
      if (own[start + index] !== bytes[messageId.start + index]) return false;
    }
    return further === 0 || own[separator] === SEPARATOR;
  }

  /** Copies an id to a position in `#bytes`. Returns the hash continued with it. */
  #append(bytes: Uint8Array, id: Span, position: number, hash: number): number {
    const own = this.#bytes;
    let to = position;
    let continued = hash;
    for (let from = id.start; from < id.start + id.length; from++) {
      const byte = bytes[from] ?? 0;
      own[to++] = byte;
      continued = fnv1a(continued, byte);
    }
    return continued;
  }

  /** The number of the key just written at the end of `#bytes`. It stays there only if it is new. */
  #findOrAdd(start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (this.#hashes[taken - 1] === hash && this.#isKey(taken - 1, start, end)) return taken - 1;
      slot = (slot + 1) & mask;
    }
    slots[slot] = this.size + 1;
    this.#hashes[this.size] = hash;
    this.size++;
    this.#starts[this.size] = end;
    if (2 * this.size === this.#slots.length) this.#rehash();
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

  /** Makes `#bytes` hold at least this many. */
  #reserve(bytes: number): void {
    if (bytes <= this.#bytes.length) return;
    this.#bytes = copyInto(new Uint8Array(Math.max(bytes, 2 * this.#bytes.length)), this.#bytes);
  }

  #grow(): void {
    this.#starts = copyInto(new Uint32Array(2 * this.size + 1), this.#starts);
    this.#hashes = copyInto(new Uint32Array(2 * this.size), this.#hashes);
  }

  /** Doubles the hash table. */
  #rehash(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let key = 0; key < this.size; key++) {
      let slot = (this.#hashes[key] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = key + 1;
    }
    this.#slots = slots;
  }
}

function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.of(UTF16_MARK), Buffer.from(text, "utf16le")]);
}

/** Spreads every bit of a hash over its low bits, which pick the slot. */
function mixed(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (folded ^ (folded >>> 13)) >>> 0;
}
