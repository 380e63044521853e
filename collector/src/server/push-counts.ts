/** How pushes were answered since this process started, by the answer: `stored`, or an error's code. */
export class PushCounts {
  readonly #counts = new Map<string, number>();

  add(answer: string): void {
    this.#counts.set(answer, (this.#counts.get(answer) ?? 0) + 1);
  }

  all(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
