import type { DayRange } from "../base/calendar.ts";
import { addCounts, foldModels, type Models } from "../contract/index.ts";
import { ExactCounts } from "./exact-counts.ts";
import type { Pacer } from "./pacer.ts";
import { NO_RANK, NO_ROW, type Requests } from "./requests.ts";
import { copyInto } from "./typed-arrays.ts";

/** How many rows are processed between two checks of the clock. */
const ROWS_PER_STEP = 4096;
/** How many models are added to a day before those past the limit are summed. */
const MODELS_PER_FOLD = 4096;

/** The best line of each request in a range of days, summed by day and model. Updated as transcripts come and go. */
export class Sums {
  readonly #requests: Requests;
  readonly #range: DayRange;
  /** By the index of a day with usage, then by model. */
  readonly #days = new Map<number, (ExactCounts | undefined)[]>();
  /** By key: the row that is in the sums, plus 1; 0 if there is none. */
  #summedRows = new Uint32Array(0);
  /** The ranks of the transcripts at the last update. */
  #ranks: Int32Array | undefined;

  constructor(requests: Requests, range: DayRange) {
    this.#requests = requests;
    this.#range = range;
  }

  covers(range: DayRange): boolean {
    return this.#range.first === range.first && this.#range.length === range.length;
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
    this.#change(row, true);
  }

  #subtract(row: number): void {
    this.#change(row, false);
  }

  /** Changes the counts of a line's model, and of those of its advisor calls. */
  #change(row: number, isAdded: boolean): void {
    const { table, advisorCalls } = this.#requests;
    const day = this.#range.indexOf(table.at[row] ?? 0);
    if (day === -1) return;
    const counts = this.#countsOf(day, table.model[row] ?? 0);
    const usage = table.usage(row);
    if (isAdded) counts.add(usage);
    else counts.subtract(usage);
    if (!advisorCalls.has(row)) return;
    for (const calls of advisorCalls.of(row)) {
      const ofModel = this.#countsOf(day, calls.model);
      if (isAdded) ofModel.add(calls, calls.requests);
      else ofModel.subtract(calls, calls.requests);
    }
  }

  #countsOf(index: number, model: number): ExactCounts {
    let day = this.#days.get(index);
    if (day === undefined) {
      day = [];
      this.#days.set(index, day);
    }
    let counts = day[model];
    if (counts === undefined) {
      counts = new ExactCounts();
      day[model] = counts;
    }
    return counts;
  }

  /** The sums by the names of days and models. Days without usage are left out (rule DAYS-11). */
  named(models: readonly string[]): Record<string, { models: Models }> {
    const indexes = [...this.#days.keys()].sort((a, b) => a - b);
    const used = indexes.flatMap((index): [string, { models: Models }][] => {
      const top = topModels(this.#days.get(index) ?? [], models);
      return Object.keys(top).length === 0 ? [] : [[this.#range.dayAt(index), { models: top }]];
    });
    return Object.fromEntries(used);
  }
}

/** The models of a day (rule DAYS-11), by name. Folding now and then gives the same, and needs less memory if there are many. */
function topModels(day: readonly (ExactCounts | undefined)[], names: readonly string[]): Models {
  let models: Models = {};
  let size = 0;
  day.forEach((counts, model) => {
    if (counts === undefined || counts.isEmpty) return;
    const name = names[model] ?? "";
    const folded = Object.hasOwn(models, name) ? models[name] : undefined;
    models[name] = folded === undefined ? counts.capped : addCounts(folded, counts.capped);
    if (++size % MODELS_PER_FOLD === 0) models = foldModels(models);
  });
  const folded = Object.entries(foldModels(models));
  return Object.fromEntries(folded.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** By transcript: 1 if it gained or lost its rank. */
function changesOf(before: Int32Array, after: Int32Array): Uint8Array {
  const changes = new Uint8Array(after.length);
  for (let transcript = 0; transcript < after.length; transcript++) {
    const hadRank = (before[transcript] ?? NO_RANK) !== NO_RANK;
    if ((after[transcript] !== NO_RANK) !== hadRank) changes[transcript] = 1;
  }
  return changes;
}
