import type { DayRange } from "../../base/calendar.ts";
import type { Counts } from "../../contract/index.ts";
import { ExactCounts } from "../exact-counts.ts";
import { NO_ID } from "../interner.ts";
import type { Pacer } from "../pacer.ts";
import type { Requests } from "../requests.ts";
import type { Places } from "./places.ts";
import { Slots } from "./slots.ts";
import type { PlaceKey } from "./types.ts";

/** How many rows are processed between two checks of the clock. */
const ROWS_PER_STEP = 4096;

export interface DetailOptions {
  readonly range: DayRange;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly by: ReadonlySet<PlaceKey>;
}

/** What one model used on one day, and where and in which hour as far as those are told apart. */
export interface PlaceSum {
  readonly day: string;
  readonly hour?: string;
  readonly model: string;
  /** `NO_ID` if not told apart. */
  readonly session: number;
  /** `NO_ID` if not told apart, or not known. */
  readonly folder: number;
  readonly counts: Counts;
}

/** The best line of each request in a range of days, summed by what is told apart. */
export class Detail {
  readonly #options: DetailOptions;
  readonly #slots: Slots;
  readonly #places: Places;
  readonly #models: readonly string[];
  /** By id: the names of what the sums tell apart, sessions or folders. */
  readonly #placeNames: readonly string[];
  /** How many places there may be, with one that is not known. */
  readonly #placeCount: number;
  /** By slot, place and model, in one number. */
  readonly #sums = new Map<number, ExactCounts>();
  #lastKey = Number.NaN;
  #last = new ExactCounts();

  /** @param models by id */
  constructor(options: DetailOptions, places: Places, models: readonly string[]) {
    const { by, range } = options;
    this.#options = options;
    this.#slots = new Slots(range, by.has("hour"));
    this.#places = places;
    this.#models = models;
    this.#placeNames = by.has("session") ? places.sessions : places.folders;
    this.#placeCount = 1 + this.#placeNames.length;
  }

  async add(requests: Requests, ranks: Int32Array, pacer: Pacer): Promise<void> {
    const { table, advisorCalls } = requests;
    const { from } = this.#options;
    const places = Int32Array.from(ranks, (rank) => this.#placeOf(rank));
    let rows = 0;
    for (const row of requests.bestRows(ranks)) {
      if (rows++ % ROWS_PER_STEP === 0 && pacer.shouldYield) await pacer.yield();
      const at = table.at[row] ?? 0;
      const slot = at < from ? -1 : this.#slots.of(at);
      if (slot === -1) continue;
      const place = places[table.transcript[row] ?? 0] ?? NO_ID;
      this.#sumOf(slot, place, table.model[row] ?? 0).add(table.usage(row));
      for (const calls of advisorCalls.of(row))
        this.#sumOf(slot, place, calls.model).add(calls, calls.requests);
    }
  }

  /** By time, place and model. The order does not depend on which transcript was read first. */
  get sums(): PlaceSum[] {
    const hasSessions = this.#options.by.has("session");
    const days = new Map<number, string>();
    const nameOf = (day: number): string => {
      const name = days.get(day) ?? this.#options.range.dayAt(day);
      days.set(day, name);
      return name;
    };
    return this.#sorted().map(([key, counts]) => {
      const { slot, place, model } = this.#partsOf(key);
      const { day, ...hour } = this.#slots.at(slot);
      return {
        day: nameOf(day),
        ...hour,
        model: this.#models[model] ?? "",
        session: hasSessions ? place : NO_ID,
        folder: hasSessions ? this.#places.folderOf(place) : place,
        counts: counts.capped,
      };
    });
  }

  #sorted(): readonly (readonly [key: number, ExactCounts])[] {
    const slots = ranksOf(this.#slots.times);
    const places = ranksOf(this.#placeNames);
    const models = ranksOf(this.#models);
    const rankOf = (key: number): number => {
      const { slot, place, model } = this.#partsOf(key);
      return this.#keyOf(slots[slot] ?? slot, places[place] ?? NO_ID, models[model] ?? 0);
    };
    return [...this.#sums]
      .map(([key, counts]) => ({ rank: rankOf(key), sum: [key, counts] as const }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ sum }) => sum);
  }

  #keyOf(slot: number, place: number, model: number): number {
    return (slot * this.#placeCount + place + 1) * this.#models.length + model;
  }

  #partsOf(key: number): { readonly slot: number; readonly place: number; readonly model: number } {
    const slotAndPlace = Math.floor(key / this.#models.length);
    return {
      slot: Math.floor(slotAndPlace / this.#placeCount),
      place: (slotAndPlace % this.#placeCount) - 1,
      model: key % this.#models.length,
    };
  }

  /** What the rows of a transcript are summed by. @param rank that of the transcript */
  #placeOf(rank: number): number {
    const { by } = this.#options;
    if (!by.has("session") && !by.has("project")) return NO_ID;
    const session = this.#places.sessionOf(rank);
    return by.has("session") ? session : this.#places.folderOf(session);
  }

  #sumOf(slot: number, place: number, model: number): ExactCounts {
    const key = this.#keyOf(slot, place, model);
    // The requests of a transcript mostly follow each other.
    if (key === this.#lastKey) return this.#last;
    let counts = this.#sums.get(key);
    if (counts === undefined) {
      counts = new ExactCounts();
      this.#sums.set(key, counts);
    }
    this.#lastKey = key;
    this.#last = counts;
    return counts;
  }
}

/** By id: the position of its name among all of them. */
function ranksOf(names: readonly string[]): Int32Array {
  const ids = [...names.keys()].sort((a, b) => ((names[a] ?? "") < (names[b] ?? "") ? -1 : 1));
  const ranks = new Int32Array(names.length);
  for (const [rank, id] of ids.entries()) ranks[id] = rank;
  return ranks;
}
