import type { DayRange } from "../base/calendar.ts";
import type { Models } from "../contract/index.ts";
import { ExactCounts } from "./exact-counts.ts";
import type { Pacer } from "./pacer.ts";
import { NO_RANK, type Requests } from "./requests.ts";
import { copyInto } from "./typed-arrays.ts";

const NO_ROW = -1;
/** How many rows are processed between two checks of the clock. */
const ROWS_PER_STEP = 4096;

/** The best line of each request in a range of days, summed by day and model. Updated as transcripts come and go. */
export class Sums {
  readonly #requests: Requests;
  readonly #range: DayRange;
  /** By day and model. */
  readonly #days: (ExactCounts | undefined)[][];
  /** By key: the row that is in the sums, plus 1; 0 if there is none. */
  #summedRows = new Uint32Array(0);
  /** The ranks of the transcripts at the last update. */
  #ranks: Int32Array | undefined;

  constructor(requests: Requests, range: DayRange) {
    this.#requests = requests;
    this.#range = range;
    this.#days = range.days.map(() => []);
  }

  covers(range: DayRange): boolean {
    return this.#range.first === range.first && this.#range.bounds.at(-1) === range.bounds.at(-1);
  }

  /** Whether no transcript came or went since the last update. */
  isCurrent(ranks: Int32Array): boolean {
    return this.#ranks !== undefined && !changesOf(this.#ranks, ranks).includes(1);
  }

  /**
   * Adds the transcripts that gained a rank and subtracts those that lost theirs. Resolves to the number of unused rows,
   * those of transcripts without a rank. If it rejects, the sums can no longer be used.
   */
  async update(ranks: Int32Array, pacer: Pacer): Promise<number> {
    const { table, keys } = this.#requests;
    const hasChanged = changesOf(this.#ranks ?? new Int32Array(), ranks);
    if (this.#summedRows.length < keys.size) {
      this.#summedRows = copyInto(new Uint32Array(keys.size), this.#summedRows);
    }
    const isUpdated = new Uint8Array(keys.size);
    let unusedRows = 0;
    const { transcript: transcripts, key: keysOfRows, size } = table;
    for (let row = 0; row < size; row++) {
      if (row % ROWS_PER_STEP === 0 && pacer.shouldYield) await pacer.yield();
      const transcript = transcripts[row] ?? 0;
      const isUsed = ranks[transcript] !== NO_RANK;
      if (!isUsed) unusedRows++;
      if (hasChanged[transcript] === 0) continue;
      const key = keysOfRows[row] ?? 0;
      if (key >= 0) {
        if (isUpdated[key] === 0) this.#updateRequest(key, ranks);
        isUpdated[key] = 1;
      } else if (isUsed) this.#add(row);
      else this.#subtract(row);
    }
    this.#ranks = ranks;
    return unusedRows;
  }

  #updateRequest(key: number, ranks: Int32Array): void {
    const before = (this.#summedRows[key] ?? 0) - 1;
    const best = this.#requests.best(key, ranks);
    if (best === before) return;
    if (before !== NO_ROW) this.#subtract(before);
    if (best !== NO_ROW) this.#add(best);
    this.#summedRows[key] = best + 1;
  }

  #add(row: number): void {
    const { table } = this.#requests;
    const day = this.#days[this.#range.indexOf(table.at[row] ?? 0)];
    if (day === undefined) return;
    const model = table.model[row] ?? 0;
    let counts = day[model];
    if (counts === undefined) {
      counts = new ExactCounts();
      day[model] = counts;
    }
    counts.add(table, row);
  }

  #subtract(row: number): void {
    const { table } = this.#requests;
    const day = this.#days[this.#range.indexOf(table.at[row] ?? 0)];
    const model = table.model[row] ?? 0;
    const counts = day?.[model];
    if (day === undefined || counts === undefined) return;
    counts.subtract(table, row);
    if (counts.isEmpty) day[model] = undefined;
  }

  /** The sums by the names of days and models. Days without usage are left out. */
  named(models: readonly string[]): Record<string, { models: Models }> {
    const used = this.#range.days.flatMap((day, index): [string, { models: Models }][] => {
      const named: [string, Models[string]][] = [];
      this.#days[index]?.forEach((counts, model) => {
        if (counts !== undefined) named.push([models[model] ?? "", counts.capped]);
      });
      return named.length === 0 ? [] : [[day, { models: Object.fromEntries(named) }]];
    });
    return Object.fromEntries(used);
  }
}

/** By transcript: 1 if it gained or lost its rank. */
function changesOf(before: Int32Array, after: Int32Array): Uint8Array {
  return Uint8Array.from(after, (rank, transcript) =>
    Number((rank === NO_RANK) !== ((before[transcript] ?? NO_RANK) === NO_RANK)),
  );
}
