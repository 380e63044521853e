import { MAX_TEXT } from "../base/strings.ts";
import { IS_NEW, type Label, NO_SLOT } from "./kernel/decode.ts";

/** Returned for a text that is not interned. */
export const NO_ID = -1;

/** Stores texts that repeat, such as model names, once each. Each text has an id, from 0 up. */
export class Interner {
  /** By id. */
  readonly texts: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #normalize: (raw: string) => string | undefined;
  /** By the kernel's slot: the id of the text that is in it. */
  readonly #slots: number[] = [];

  /** @param normalize what to store for a text; undefined to not intern it */
  constructor(normalize: (raw: string) => string | undefined) {
    this.#normalize = normalize;
  }

  /** The id of a label. All those of one kernel must come here, in order: most say only that a slot has not changed. */
  idOfLabel(bytes: Buffer, { slot, start, length }: Label): number {
    if (slot < IS_NEW) return this.#slots[slot] ?? NO_ID;
    // What follows the longest text that is kept makes no difference.
    const id = this.idOfText(bytes.toString("latin1", start, start + Math.min(length, MAX_TEXT + 1)));
    if (slot < NO_SLOT) this.#slots[slot - IS_NEW] = id;
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
