import type { DayRange } from "../../base/calendar.ts";

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** A Toronto day, and an hour of local time on it if hours are told apart. */
export interface Slot {
  /** Its index in the range. */
  readonly day: number;
  /** `YYYY-MM-DDTHH:00`. */
  readonly hour?: string;
}

/** The days of instants, and their hours if those are told apart. */
export class Slots {
  readonly #range: DayRange;
  readonly #hasHours: boolean;
  readonly #slots: Slot[] = [];
  readonly #byName = new Map<string, number>();
  /** By day and quarter hour: every zone's offset is a multiple of that, so each is looked up once. */
  readonly #byQuarter = new Map<number, number>();
  #lastQuarter = Number.NaN;
  #last = 0;

  constructor(range: DayRange, hasHours: boolean) {
    this.#range = range;
    this.#hasHours = hasHours;
  }

  /** The number of an instant's slot; -1 outside the range. @param at epoch milliseconds */
  of(at: number): number {
    const day = this.#range.indexOf(at);
    if (day === -1 || !this.#hasHours) return day;
    const quarter = Math.floor(at / QUARTER_MS);
    const key = quarter * this.#range.length + day;
    if (key === this.#lastQuarter) return this.#last;
    this.#lastQuarter = key;
    this.#last = this.#byQuarter.get(key) ?? this.#add(key, day, hourOf(quarter * QUARTER_MS));
    return this.#last;
  }

  at(slot: number): Slot {
    return this.#slots[slot] ?? { day: slot };
  }

  /** By slot: a text that sorts as its time does. Empty if hours are not told apart: slots are then in order. */
  get times(): readonly string[] {
    return this.#slots.map(({ day, hour }) => `${String(day).padStart(9, "0")} ${hour}`);
  }

  #add(key: number, day: number, hour: string): number {
    const name = `${day} ${hour}`;
    const slot = this.#byName.get(name) ?? this.#slots.push({ day, hour }) - 1;
    this.#byName.set(name, slot);
    this.#byQuarter.set(key, slot);
    return slot;
  }
}

function hourOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:00`;
}
