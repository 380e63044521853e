import { HOUR_MS } from "../base/durations.ts";

/** The list is compacted once it is longer than twice this, or twice its length after the last time. */
const MIN_COMPACT_LENGTH = 64;
/** The numbers of an entry: an instant in epoch milliseconds, and the id of the version that the agent had then. */
const WIDTH = 2;

/**
 * The newest version of each hour in one transcript. Days start at whole hours, so this answers for any range of days. One
 * list of numbers: objects would take five times the memory, in every transcript.
 */
export class Versions {
  #seen: number[] = [];
  #compactLength = MIN_COMPACT_LENGTH;

  add(at: number, version: number): void {
    const seen = this.#seen;
    const last = seen.length - WIDTH;
    const lastAt = seen[last];
    if (lastAt === undefined || hourOf(lastAt) !== hourOf(at)) seen.push(at, version);
    else if (at > lastAt) {
      seen[last] = at;
      seen[last + 1] = version;
    }
    if (seen.length > 2 * WIDTH * this.#compactLength) this.#compact();
  }

  /** Adds those of another list, whose ids are others here. */
  addAll(seen: readonly number[], idOf: (version: number) => number): void {
    for (let next = 0; next < seen.length; next += WIDTH)
      this.add(seen[next] ?? 0, idOf(seen[next + 1] ?? 0));
  }

  /** Every version kept, for `addAll`: another list then answers as this one does. */
  get all(): readonly number[] {
    return this.#seen;
  }

  /** Frees the memory that was reserved for more. */
  trim(): void {
    this.#seen = this.#seen.slice();
  }

  /**
   * When the newest version after an instant and within the range was seen, and its id; of equals, the first one added. To
   * look within the range takes long, so only what is newer is looked at.
   */
  newest(
    isWithin: (at: number) => boolean,
    after: number = Number.NEGATIVE_INFINITY,
  ): { readonly at: number; readonly version: number } | undefined {
    const seen = this.#seen;
    let newestAt = after;
    let version: number | undefined;
    for (let next = 0; next < seen.length; next += WIDTH) {
      const at = seen[next] ?? 0;
      if (!(at > newestAt && isWithin(at))) continue;
      newestAt = at;
      version = seen[next + 1];
    }
    return version === undefined ? undefined : { at: newestAt, version };
  }

  #compact(): void {
    const hours = new Map<number, readonly [at: number, version: number]>();
    for (let next = 0; next < this.#seen.length; next += WIDTH) {
      const [at = 0, version = 0] = this.#seen.slice(next, next + WIDTH);
      const newest = hours.get(hourOf(at));
      if (newest === undefined || at > newest[0]) hours.set(hourOf(at), [at, version]);
    }
    this.#seen = [...hours.values()].flat();
    this.#compactLength = Math.max(MIN_COMPACT_LENGTH, hours.size);
  }
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}
