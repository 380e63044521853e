import { FNV_BASIS, fnv1a } from "../base/hash.ts";
import { MAX_TEXT } from "../base/strings.ts";
import type { Span } from "./kernel/decode.ts";

/** Returned for a text that is not interned. */
export const NO_ID = -1;

const RECENT_BITS = 6;
const MAX_RECENT_BYTES = 256;

interface RecentSpan {
  readonly bytes: Uint8Array;
  readonly id: number;
}

/** Stores texts that repeat, such as model names, once each. Each text has an id, from 0 up. */
export class Interner {
  /** By id. */
  readonly texts: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #normalize: (raw: string) => string | undefined;
  /** Spans that were short enough, each in the slot of its last bytes. */
  readonly #recent = Array.from<RecentSpan | undefined>({ length: 2 ** RECENT_BITS });

  /** @param normalize what to store for a text; undefined to not intern it */
  constructor(normalize: (raw: string) => string | undefined) {
    this.#normalize = normalize;
  }

  idOfSpan(bytes: Buffer, span: Span): number {
    const slot = slotOf(bytes, span);
    const recent = this.#recent[slot];
    if (recent !== undefined && isSame(recent.bytes, bytes, span)) return recent.id;
    // What follows the longest text that is kept makes no difference.
    const length = Math.min(span.length, MAX_TEXT + 1);
    const raw = bytes.toString("latin1", span.start, span.start + length);
    const id = this.idOfText(raw);
    if (span.length <= MAX_RECENT_BYTES) this.#recent[slot] = { bytes: Buffer.from(raw, "latin1"), id };
    return id;
  }

  idOfText(raw: string): number {
    const text = this.#normalize(raw);
    if (text === undefined) return NO_ID;
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.texts.length;
    const own = detached(text);
    this.texts.push(own);
    this.#ids.set(own, id);
    return id;
  }
}

/** The same text, in memory of its own: a part of a longer text would keep all of that. */
function detached(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** Most texts that differ do so in their last bytes. */
function slotOf(bytes: Uint8Array, { start, length }: Span): number {
  let hash = FNV_BASIS;
  for (let index = Math.max(0, length - 8); index < length; index++) {
    hash = fnv1a(hash, bytes[start + index] ?? 0);
  }
  return hash >>> (32 - RECENT_BITS);
}

function isSame(recent: Uint8Array, bytes: Uint8Array, { start, length }: Span): boolean {
  if (recent.length !== length) return false;
  for (let index = 0; index < length; index++) {
    if (recent[index] !== bytes[start + index]) return false;
  }
  return true;
}
