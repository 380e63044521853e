import type { DayRange } from "../base/calendar.ts";
import type { Pacer } from "../base/pacer.ts";
import type { Counts, Models } from "../contract/index.ts";
import { NO_RANK, type Requests } from "./requests.ts";
import { grown } from "./rows.ts";

const NO_ROW = -1;
/** So many rows are gone through before others are let in. */
const STEP = 4096;
const COUNTED = ["inputTokens", "outputTokens", "cacheCreationTokens", "cacheReadTokens"] as const;

/** Sums stop at 2^53-1 (rule SCAN-6). The requests of a range of days, added up by day and model: each by its best line, wherever that stands. */
export class Sums {
  readonly range: DayRange;
  readonly #requests: Requests;
  /** By key: the row that was added, and 1, or 0. */
  #added = new Uint32Array(0);
  /** By day and model. */
  readonly #days: (Counts | undefined)[][];
  /** Whether a sum was cut at its most: it is right, but nothing can be taken from it. */
  isCut = false;

  constructor(requests: Requests, range: DayRange) {
    this.#requests = requests;
    this.range = range;
    this.#days = range.days.map(() => []);
  }

  isOf(range: DayRange): boolean {
    return this.range.first === range.first && this.range.bounds.at(-1) === range.bounds.at(-1);
  }

  /**
   * Brings the sums up to date, where `isTouched` says of each transcript whether it came (all, the first time) or went.
   * Resolves to how many rows belong to transcripts without a rank. Where it rejects, the sums are of no use any more.
   */
  async update(ranks: Int32Array, isTouched: Uint8Array, pacer: Pacer): Promise<number> {
    const { rows, keys } = this.#requests;
    const { owner, key } = rows;
    const { size } = rows;
    if (this.#added.length < keys.size) this.#added = grown(this.#added, new Uint32Array(keys.size));
    const isDone = new Uint8Array(keys.size);
    let withoutRank = 0;
    for (let row = 0; row < size; row++) {
      if (row % STEP === 0 && pacer.due) await pacer.rest();
      const transcript = owner[row] ?? 0;
      const hasRank = ranks[transcript] !== NO_RANK;
      if (!hasRank) withoutRank++;
      if (isTouched[transcript] === 0) continue;
      const of = key[row] ?? 0;
      if (of >= 0) {
        if (isDone[of] === 0) this.#updateKey(of, ranks);
        isDone[of] = 1;
      } else if (hasRank) this.#add(row);
      else this.#subtract(row);
    }
    return withoutRank;
  }

  #updateKey(key: number, ranks: Int32Array): void {
    const before = (this.#added[key] ?? 0) - 1;
    const best = this.#requests.best(key, ranks);
    if (best === before) return;
    if (before !== NO_ROW) this.#subtract(before);
    if (best !== NO_ROW) this.#add(best);
    this.#added[key] = best + 1;
  }

  #add(row: number): void {
    const { rows } = this.#requests;
    const day = this.#days[this.range.indexOf(rows.at[row] ?? 0)];
    if (day === undefined) return;
    const model = rows.model[row] ?? 0;
    let counts = day[model];
    if (counts === undefined) {
      counts = emptyCounts();
      day[model] = counts;
    }
    counts.requests++;
    for (const count of COUNTED) {
      const sum = counts[count] + (rows[count][row] ?? 0);
      counts[count] = sum;
      if (sum > Number.MAX_SAFE_INTEGER) {
        counts[count] = Number.MAX_SAFE_INTEGER;
        this.isCut = true;
      }
    }
  }

  #subtract(row: number): void {
    const { rows } = this.#requests;
    const day = this.#days[this.range.indexOf(rows.at[row] ?? 0)];
    const model = rows.model[row] ?? 0;
    const counts = day?.[model];
    if (day === undefined || counts === undefined) return;
    counts.requests--;
    for (const count of COUNTED) counts[count] -= rows[count][row] ?? 0;
    if (counts.requests === 0) day[model] = undefined;
  }

  /** The sums under the names of the days and models; days without usage are left out. */
  named(models: readonly string[]): Record<string, { models: Models }> {
    const used = this.range.days.flatMap((day, index): [string, { models: Models }][] => {
      const counted: [string, Counts][] = [];
      this.#days[index]?.forEach((counts, model) => {
        if (counts !== undefined) counted.push([models[model] ?? "", { ...counts }]);
      });
      return counted.length === 0 ? [] : [[day, { models: Object.fromEntries(counted) }]];
    });
    return Object.fromEntries(used);
  }
}

function emptyCounts(): Counts {
  return { requests: 0, inputTokens: 0, outputTokens: 0, cacheCreationTokens: 0, cacheReadTokens: 0 };
}
