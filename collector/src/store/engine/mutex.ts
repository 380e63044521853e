/** Lets one caller in at a time, in the order of their calls. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** @returns the function that lets the next one in */
  async lock(): Promise<() => void> {
    const { promise, resolve } = withResolvers();
    const before = this.#last;
    this.#last = promise;
    await before;
    return resolve;
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
