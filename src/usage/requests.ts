import { Keys, NO_KEY } from "./keys.ts";
import { grown, Rows, type Usage } from "./rows.ts";

const LEAST_ROOM = 1024;
/** The rank of a transcript that has no say. */
export const NO_RANK = -1;

/**
 * The best line of each request in each transcript. A transcript is a number that is never used twice: the lines of one
 * that is gone, or read anew under another number, are let go of by giving it no rank.
 */
export class Requests {
  readonly keys: Keys;
  readonly rows: Rows;
  /** By key: a link to its first row. */
  #heads: Uint32Array;
  /** A link to the first row without a key. */
  #lone = 0;

  /** `expected` is how many rows there may be; there can be more. */
  constructor(expected = 0) {
    const room = Math.max(LEAST_ROOM, expected);
    this.keys = new Keys(room);
    this.rows = new Rows(room);
    this.#heads = new Uint32Array(room);
  }

  /** Takes a line of a transcript, unless one of the same request is there with as much output. */
  take(transcript: number, key: number, model: number, usage: Usage): void {
    const { rows } = this;
    if (key === NO_KEY) {
      this.#lone = rows.add(transcript, NO_KEY, this.#lone, model, usage) + 1;
      return;
    }
    if (key >= this.#heads.length) this.#heads = grown(this.#heads, new Uint32Array(2 * key));
    const head = this.#heads[key] ?? 0;
    // Transcripts are read one after the other: the row of this one, if there is any, is the first.
    if (head !== 0 && rows.owner[head - 1] === transcript) {
      if (usage.outputTokens > (rows.outputTokens[head - 1] ?? 0)) rows.set(head - 1, model, usage);
      return;
    }
    this.#heads[key] = rows.add(transcript, key, head, model, usage) + 1;
  }

  /**
   * The row of a request's best line, or -1: the one with the most output, among equals that of the transcript with the
   * lowest rank.
   */
  best(key: number, ranks: Int32Array): number {
    const { owner, next, outputTokens } = this.rows;
    let best = -1;
    let bestRank = NO_RANK;
    for (let link = this.#heads[key] ?? 0; link !== 0; link = next[link - 1] ?? 0) {
      const row = link - 1;
      const rank = ranks[owner[row] ?? 0] ?? NO_RANK;
      if (rank === NO_RANK) continue;
      const more = best === -1 ? 1 : (outputTokens[row] ?? 0) - (outputTokens[best] ?? 0);
      if (more > 0 || (more === 0 && rank < bestRank)) {
        best = row;
        bestRank = rank;
      }
    }
    return best;
  }

  /** The same without what belongs to transcripts without a rank; the others are numbered by their rank. */
  ranked(ranks: Int32Array): Requests {
    const kept = new Requests(this.rows.size);
    for (let key = 0; key < this.keys.size; key++) {
      let keptKey: number | undefined;
      for (let link = this.#heads[key] ?? 0; link !== 0; link = this.rows.next[link - 1] ?? 0) {
        const rank = ranks[this.rows.owner[link - 1] ?? 0] ?? NO_RANK;
        if (rank === NO_RANK) continue;
        keptKey ??= kept.keys.copyOf(this.keys, key);
        kept.take(rank, keptKey, this.rows.model[link - 1] ?? 0, this.rows.usage(link - 1));
      }
    }
    for (let link = this.#lone; link !== 0; link = this.rows.next[link - 1] ?? 0) {
      const rank = ranks[this.rows.owner[link - 1] ?? 0] ?? NO_RANK;
      if (rank !== NO_RANK)
        kept.take(rank, NO_KEY, this.rows.model[link - 1] ?? 0, this.rows.usage(link - 1));
    }
    return kept;
  }
}
