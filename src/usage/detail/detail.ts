import type { DayRange } from "../../base/calendar.ts";
import type { Counts } from "../../contract/index.ts";
import { ExactCounts } from "../exact-counts.ts";
import type { Pacer } from "../pacer.ts";
import type { Requests } from "../requests.ts";
import { LocalHours } from "./local-hours.ts";

/** How many rows are processed between two checks of the clock. */
const ROWS_PER_STEP = 4096;

/** What one model used in one hour in one transcript. */
export interface FileUse {
  /** The path of the transcript. */
  readonly path: string;
  readonly day: string;
  readonly hour: string;
  readonly model: string;
  readonly counts: Counts;
}

interface Sum {
  readonly rank: number;
  readonly day: number;
  readonly hour: string;
  readonly model: number;
  readonly counts: ExactCounts;
}

/** The best line of each request in a range of days, summed by transcript, day, hour and model. */
export class Detail {
  readonly #range: DayRange;
  /** Epoch milliseconds. */
  readonly #from: number;
  readonly #hours = new LocalHours();
  readonly #sums = new Map<string, Sum>();

  constructor(range: DayRange, from: number) {
    this.#range = range;
    this.#from = from;
  }

  async add(requests: Requests, ranks: Int32Array, pacer: Pacer): Promise<void> {
    const { table, advisorCalls } = requests;
    let rows = 0;
    for (const row of requests.bestRows(ranks)) {
      if (rows++ % ROWS_PER_STEP === 0 && pacer.shouldYield) await pacer.yield();
      const at = table.at[row] ?? 0;
      const day = this.#range.indexOf(at);
      if (day === -1 || at < this.#from) continue;
      const rank = ranks[table.transcript[row] ?? 0] ?? 0;
      const hour = this.#hours.of(at);
      this.#sumOf(rank, day, hour, table.model[row] ?? 0).add(table.usage(row));
      for (const calls of advisorCalls.of(row))
        this.#sumOf(rank, day, hour, calls.model).add(calls, calls.requests);
    }
  }

  #sumOf(rank: number, day: number, hour: string, model: number): ExactCounts {
    const key = `${rank} ${day} ${hour} ${model}`;
    const known = this.#sums.get(key);
    if (known !== undefined) return known.counts;
    const counts = new ExactCounts();
    this.#sums.set(key, { rank, day, hour, model, counts });
    return counts;
  }

  /** @param paths by rank; @param models by id */
  named(paths: readonly string[], models: readonly string[]): FileUse[] {
    return [...this.#sums.values()].map(({ rank, day, hour, model, counts }) => ({
      path: paths[rank] ?? "",
      day: this.#range.dayAt(day),
      hour,
      model: models[model] ?? "",
      counts: counts.capped,
    }));
  }
}
