/** How many may wait in all, and how many for one who asks. */
const MOST = 128;
const MOST_OF_ONE = 32;

/** What waits for its turn. Everybody who asks has a turn before anyone has a second one. */
export class Line<T> {
  /** By who asks; who had a turn last comes last. */
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  /** @returns whether there was room */
  add(asker: string, item: T): boolean {
    const own = this.#waiting.get(asker) ?? [];
    if (this.#size >= MOST || own.length >= MOST_OF_ONE) return false;
    own.push(item);
    this.#waiting.set(asker, own);
    this.#size++;
    return true;
  }

  next(): T | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [asker, own] = first;
    const item = own.shift();
    this.#waiting.delete(asker);
    if (own.length > 0) this.#waiting.set(asker, own);
    this.#size--;
    return item;
  }
}
