/** The words that a line that counts must hold, where no letter of them is escaped. */
const WORDS = ["assistant", "usage"] as const;
/** How a small ASCII letter begins when it is written as an escape: one may hide a word. */
const ESCAPED_LETTERS = ["\\u006", "\\u007"] as const;

/** Tells, without decoding a line, whether it could count. Sure where it says no. */
export class Candidates {
  readonly #words = WORDS.map((word) => new Finder(word));
  readonly #escapes = ESCAPED_LETTERS.map((prefix) => new Finder(prefix));

  /** Lines of one buffer are to be asked for in their order; `renew` before the next buffer, or once its bytes changed. */
  renew(): void {
    for (const finder of this.#words) finder.renew();
    for (const finder of this.#escapes) finder.renew();
  }

  holdsWords(bytes: Buffer, start: number, end: number): boolean {
    return this.#words.every((finder) => finder.within(bytes, start, end));
  }

  couldCount(bytes: Buffer, start: number, end: number): boolean {
    return (
      this.holdsWords(bytes, start, end) || this.#escapes.some((finder) => finder.within(bytes, start, end))
    );
  }
}

/** Finds one string in a buffer, each byte searched once however many lines are asked about. */
class Finder {
  readonly #needle: Buffer;
  /** The first place at or after the last line's start; Infinity where there is none. */
  #next = -1;

  constructor(needle: string) {
    this.#needle = Buffer.from(needle);
  }

  renew(): void {
    this.#next = -1;
  }

  within(bytes: Buffer, start: number, end: number): boolean {
    if (this.#next < start) {
      const place = bytes.indexOf(this.#needle, start);
      this.#next = place === -1 ? Number.POSITIVE_INFINITY : place;
    }
    return this.#next + this.#needle.length <= end;
  }
}
