import { HOUR_MS } from "../base/durations.ts";

/** A file's list is thinned out once it is this long, and twice as long as it was when it last was. */
const LONG = 64;

/** A version seen, under its label. */
export interface SeenVersion {
  /** Epoch milliseconds. */
  at: number;
  version: number;
}

/** The newest version of each hour in one transcript: days begin at whole hours, so any range of days can be asked for. */
export class Versions {
  #seen: SeenVersion[] = [];
  #thinned = LONG;

  see(at: number, version: number): void {
    const last = this.#seen.at(-1);
    if (last === undefined || hourOf(last.at) !== hourOf(at)) this.#seen.push({ at, version });
    else if (at > last.at) {
      last.at = at;
      last.version = version;
    }
    if (this.#seen.length > 2 * this.#thinned) this.#thin();
  }

  /** The newest one that an instant within the range has; of equals the first seen. */
  newest(isWithin: (at: number) => boolean): Readonly<SeenVersion> | undefined {
    let newest: SeenVersion | undefined;
    for (const seen of this.#seen) {
      if ((newest === undefined || seen.at > newest.at) && isWithin(seen.at)) newest = seen;
    }
    return newest;
  }

  #thin(): void {
    const hours = new Map<number, SeenVersion>();
    for (const seen of this.#seen) {
      const newest = hours.get(hourOf(seen.at));
      if (newest === undefined || seen.at > newest.at) hours.set(hourOf(seen.at), seen);
    }
    this.#seen = [...hours.values()];
    this.#thinned = Math.max(LONG, this.#seen.length);
  }
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}
