import type { DecodedPack } from "./decoded.ts";

/** What is kept in memory, in bytes: some two years of 10,000 machines with three models each. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Packs that were decoded, those that were asked for last. A pack is known by its day and its seal, which says what it holds. */
export class PackCache {
  readonly #packs = new Map<string, DecodedPack>();
  readonly #most: number;
  #bytes = 0;

  constructor(most: number = MOST_BYTES) {
    this.#most = most;
  }

  get(name: string): DecodedPack | undefined {
    const known = this.#packs.get(name);
    if (known === undefined) return undefined;
    this.#packs.delete(name);
    this.#packs.set(name, known);
    return known;
  }

  add(name: string, pack: DecodedPack): void {
    this.#packs.set(name, pack);
    this.#bytes += pack.bytes;
    for (const [oldest, { bytes }] of this.#packs) {
      if (this.#bytes <= this.#most) return;
      this.#packs.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}
