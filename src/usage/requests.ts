import { NO_KEY, RequestKeys } from "./request-keys.ts";
import { copyInto } from "./typed-arrays.ts";
import { type Usage, UsageTable } from "./usage-table.ts";

const MIN_CAPACITY = 1024;
/** The rank of a transcript that is not part of the scan. */
export const NO_RANK = -1;

/**
 * The best line of each request in each transcript (rule SCAN-4). A transcript is a number that is never used twice. One
 * that is gone, or that was read again under another number, has no rank, and its rows are unused until `compacted`.
 */
export class Requests {
  readonly keys: RequestKeys;
  readonly table: UsageTable;
  /** By key: the first row of its list, plus 1. */
  #heads: Uint32Array;
  /** The first row without a key, plus 1. */
  #keylessHead = 0;

  /** @param expected rows to reserve memory for; there may be more */
  constructor(expected = 0) {
    const capacity = Math.max(MIN_CAPACITY, expected);
    this.keys = new RequestKeys(capacity);
    this.table = new UsageTable(capacity);
    this.#heads = new Uint32Array(capacity);
  }

  /** Adds a line, unless this transcript has a line of the same request with as much output. */
  add(transcript: number, key: number, model: number, usage: Usage): void {
    const { table } = this;
    if (key === NO_KEY) {
      this.#keylessHead = table.add(transcript, NO_KEY, this.#keylessHead, model, usage) + 1;
      return;
    }
    if (key >= this.#heads.length) this.#heads = copyInto(new Uint32Array(2 * key), this.#heads);
    const head = this.#heads[key] ?? 0;
    // Transcripts are read one after the other, so a row of this one can only be the first.
    if (head !== 0 && table.transcript[head - 1] === transcript) {
      if (usage.outputTokens > (table.outputTokens[head - 1] ?? 0)) table.set(head - 1, model, usage);
      return;
    }
    this.#heads[key] = table.add(transcript, key, head, model, usage) + 1;
  }

  /**
   * The row of a request's best line, or -1. The best line has the most output; among equals, it is the one of the transcript
   * with the lowest rank (rule SCAN-5).
   */
  best(key: number, ranks: Int32Array): number {
    const { transcript, next, outputTokens } = this.table;
    let best = -1;
    let bestRank = NO_RANK;
    for (let link = this.#heads[key] ?? 0; link !== 0; link = next[link - 1] ?? 0) {
      const row = link - 1;
      const rank = ranks[transcript[row] ?? 0] ?? NO_RANK;
      if (rank === NO_RANK) continue;
      const more = best === -1 ? 1 : (outputTokens[row] ?? 0) - (outputTokens[best] ?? 0);
      if (more > 0 || (more === 0 && rank < bestRank)) {
        best = row;
        bestRank = rank;
      }
    }
    return best;
  }

  /** A copy without the rows of transcripts that have no rank. The others are numbered by their rank. */
  compacted(ranks: Int32Array): Requests {
    const { table } = this;
    const kept = new Requests(table.size);
    for (let key = 0; key < this.keys.size; key++) {
      let keptKey: number | undefined;
      for (let link = this.#heads[key] ?? 0; link !== 0; link = table.next[link - 1] ?? 0) {
        const rank = ranks[table.transcript[link - 1] ?? 0] ?? NO_RANK;
        if (rank === NO_RANK) continue;
        keptKey ??= kept.keys.copyFrom(this.keys, key);
        kept.add(rank, keptKey, table.model[link - 1] ?? 0, table.usage(link - 1));
      }
    }
    for (let link = this.#keylessHead; link !== 0; link = table.next[link - 1] ?? 0) {
      const rank = ranks[table.transcript[link - 1] ?? 0] ?? NO_RANK;
      if (rank !== NO_RANK) kept.add(rank, NO_KEY, table.model[link - 1] ?? 0, table.usage(link - 1));
    }
    return kept;
  }
}
