import { AdvisorCalls } from "./advisor-calls.ts";
import { NO_KEY, RequestKeys } from "./request-keys.ts";
import { copyInto } from "./typed-arrays.ts";
import { type UsageAt, UsageTable } from "./usage-table.ts";

const MIN_CAPACITY = 1024;
/** The rank of a transcript that is not part of the scan. */
export const NO_RANK = -1;
export const NO_ROW = -1;

/**
 * The best line of each request in each transcript (rule SCAN-4). A transcript is a number that is never used twice. One
 * that is gone, or that was read again under another number, has no rank, and its rows are unused until `compacted`.
 */
export class Requests {
  readonly keys: RequestKeys;
  readonly table: UsageTable;
  readonly advisorCalls = new AdvisorCalls();
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

  /** Adds a line. Returns its row; `NO_ROW` if this transcript has a line of the same request with as much output. */
  add(transcript: number, key: number, model: number, usage: UsageAt): number {
    const { table } = this;
    if (key === NO_KEY) {
      const row = table.add(transcript, NO_KEY, this.#keylessHead, model, usage);
      this.#keylessHead = row + 1;
      return row;
    }
    if (key >= this.#heads.length) this.#heads = copyInto(new Uint32Array(2 * key), this.#heads);
    const head = this.#heads[key] ?? 0;
    // Transcripts are read one after the other, so a row of this one can only be the first.
    if (head !== 0 && table.transcript[head - 1] === transcript) {
      if (usage.outputTokens <= table.outputTokens(head - 1)) return NO_ROW;
      table.set(head - 1, model, usage);
      this.advisorCalls.clear(head - 1);
      return head - 1;
    }
    const row = table.add(transcript, key, head, model, usage);
    this.#heads[key] = row + 1;
    return row;
  }

  /**
   * The row of a request's best line, or `NO_ROW`. The best line has the most output; among equals, it is the one of the transcript
   * with the lowest rank (rule SCAN-5).
   */
  best(key: number, ranks: Int32Array): number {
    const { table } = this;
    const { transcript, next } = table;
    let best = NO_ROW;
    let bestRank = NO_RANK;
    for (let link = this.#heads[key] ?? 0; link !== 0; link = next[link - 1] ?? 0) {
      const row = link - 1;
      const rank = ranks[transcript[row] ?? 0] ?? NO_RANK;
      if (rank === NO_RANK) continue;
      const more = best === NO_ROW ? 1 : table.outputTokens(row) - table.outputTokens(best);
      if (more > 0 || (more === 0 && rank < bestRank)) {
        best = row;
        bestRank = rank;
      }
    }
    return best;
  }

  /** The row of each request's best line, and every line that is a request of its own. */
  *bestRows(ranks: Int32Array): Iterable<number> {
    const { transcript, key: keys, next } = this.table;
    for (let key = 0; key < this.keys.size; key++) {
      const row = this.best(key, ranks);
      if (row !== NO_ROW) yield row;
    }
    for (let link = this.#keylessHead; link !== 0; link = next[link - 1] ?? 0) {
      const row = link - 1;
      if (keys[row] === NO_KEY && ranks[transcript[row] ?? 0] !== NO_RANK) yield row;
    }
  }

  /** A copy without the rows of transcripts that have no rank. The others are numbered by their rank. */
  compacted(ranks: Int32Array): Requests {
    const kept = new Requests(this.table.size);
    for (let key = 0; key < this.keys.size; key++) {
      let keptKey: number | undefined;
      for (const [row, rank] of this.#ranked(this.#heads[key] ?? 0, ranks)) {
        keptKey ??= kept.keys.copyFrom(this.keys, key);
        kept.#copy(this, row, rank, keptKey);
      }
    }
    for (const [row, rank] of this.#ranked(this.#keylessHead, ranks)) kept.#copy(this, row, rank, NO_KEY);
    return kept;
  }

  /** The rows of a list whose transcript has a rank, with that. */
  *#ranked(head: number, ranks: Int32Array): Generator<[row: number, rank: number]> {
    const { transcript, next } = this.table;
    for (let link = head; link !== 0; link = next[link - 1] ?? 0) {
      const rank = ranks[transcript[link - 1] ?? 0] ?? NO_RANK;
      if (rank !== NO_RANK) yield [link - 1, rank];
    }
  }

  #copy({ table, advisorCalls }: Requests, row: number, rank: number, key: number): void {
    const copied = this.add(rank, key, table.model[row] ?? 0, table.usage(row));
    this.advisorCalls.copy(copied, advisorCalls, row);
  }
}
