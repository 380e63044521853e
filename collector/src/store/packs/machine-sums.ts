import type { Entry } from "./body.ts";
import { isNothing, type Limbs, noLimbs } from "./limbs.ts";

interface Sum {
  account: string;
  model: string;
  readonly sum: Limbs;
}

/**
 * What one machine used, by account and model: a few, so that a list is faster than a map. Made once for all machines of a
 * pack, because the memory of their sums would be given back much later.
 */
export class MachineSums {
  readonly #sums: Sum[] = [];
  #length = 0;

  of(account: string, model: string): Limbs {
    for (let index = 0; index < this.#length; index++) {
      const known = this.#sums[index];
      if (known?.model === model && known.account === account) return known.sum;
    }
    const next = this.#sums[this.#length] ?? { account, model, sum: noLimbs() };
    this.#sums[this.#length++] = next;
    next.account = account;
    next.model = model;
    return next.sum.fill(0);
  }

  /** Gives out all but those that came to nothing, and begins the next machine. */
  *take(machine: number): Generator<Entry> {
    for (const { account, model, sum } of this.#sums.slice(0, this.#length)) {
      if (!isNothing(sum)) yield { machine, account, model, sum };
    }
    this.#length = 0;
  }
}
