import type { Piece } from "./kernel/pieces.ts";

/** What stands for a text that gives no label. */
export const NO_LABEL = -1;

const REMEMBERED = 8;
/** Longer ones are not worth remembering. */
const MOST_REMEMBERED_BYTES = 256;

interface Remembered {
  readonly bytes: Uint8Array;
  readonly label: number;
}

/** Texts that come again and again, such as the names of models: each kept once, and numbered from 0 up. */
export class Labels {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #labelOf: (raw: string) => string | undefined;
  /** The labels of some pieces met lately; the oldest makes room. */
  readonly #recent: Remembered[] = [];
  #oldest = 0;

  /** `labelOf` makes a label of a text as it came, or tells that it gives none. */
  constructor(labelOf: (raw: string) => string | undefined) {
    this.#labelOf = labelOf;
  }

  ofPiece(bytes: Buffer, piece: Piece): number {
    for (const known of this.#recent) {
      if (isSame(known.bytes, bytes, piece)) return known.label;
    }
    const raw = bytes.toString("latin1", piece.place, piece.place + piece.length);
    const label = this.ofText(raw);
    if (piece.length <= MOST_REMEMBERED_BYTES) this.#remember(Buffer.from(raw, "latin1"), label);
    return label;
  }

  ofText(raw: string): number {
    const text = this.#labelOf(raw);
    if (text === undefined) return NO_LABEL;
    let label = this.#numbers.get(text);
    if (label === undefined) {
      label = this.texts.length;
      this.texts.push(text);
      this.#numbers.set(text, label);
    }
    return label;
  }

  #remember(bytes: Uint8Array, label: number): void {
    this.#recent[this.#oldest] = { bytes, label };
    this.#oldest = (this.#oldest + 1) % REMEMBERED;
  }
}

function isSame(known: Uint8Array, bytes: Uint8Array, { place, length }: Piece): boolean {
  if (known.length !== length) return false;
  for (let index = 0; index < length; index++) {
    if (known[index] !== bytes[place + index]) return false;
  }
  return true;
}
