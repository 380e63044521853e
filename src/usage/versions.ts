import { HOUR_MS } from "../base/durations.ts";

/** The list is compacted once it is longer than twice this, or twice its length after the last time. */
const MIN_COMPACT_LENGTH = 64;

/** When the agent had a version, by the version's id. */
export interface SeenVersion {
  /** Epoch milliseconds. */
  at: number;
  version: number;
}

/** The newest version of each hour in one transcript. Days start at whole hours, so this answers for any range of days. */
export class Versions {
  #seen: SeenVersion[] = [];
  #compactLength = MIN_COMPACT_LENGTH;

  add(at: number, version: number): void {
    const last = this.#seen.at(-1);
    if (last === undefined || hourOf(last.at) !== hourOf(at)) this.#seen.push({ at, version });
    else if (at > last.at) {
      last.at = at;
      last.version = version;
    }
    if (this.#seen.length > 2 * this.#compactLength) this.#compact();
  }

  /** Every version kept. Added in this order to another list, they answer as this one does. */
  get all(): readonly SeenVersion[] {
    return this.#seen;
  }

  /** The newest version at an instant that is within the range; of equals, the first one added. */
  newest(isWithin: (at: number) => boolean): Readonly<SeenVersion> | undefined {
    let newest: SeenVersion | undefined;
    for (const seen of this.#seen) {
      if ((newest === undefined || seen.at > newest.at) && isWithin(seen.at)) newest = seen;
    }
    return newest;
  }

  #compact(): void {
    const hours = new Map<number, SeenVersion>();
    for (const seen of this.#seen) {
      const newest = hours.get(hourOf(seen.at));
      if (newest === undefined || seen.at > newest.at) hours.set(hourOf(seen.at), seen);
    }
    this.#seen = [...hours.values()];
    this.#compactLength = Math.max(MIN_COMPACT_LENGTH, this.#seen.length);
  }
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}
