import { type Price, ratesOf } from "../../../../../src/prices/index.ts";
import { type Limbs, nearest } from "../../packs/index.ts";
import type { GroupSums, ModelSum } from "./group-sums.ts";

/** A group with what it cost, in the precision of a number. */
export interface Ranked {
  readonly key: string | null;
  /** Null if no model of it has a price. */
  readonly costUsd: number | null;
  readonly tokens: number;
  readonly models: readonly ModelSum[];
}

/** The columns of `COUNTS` that are tokens. */
const TOKENS = [1, 2, 3, 4];

/** The costliest first; of equal ones, and of those without a price, the one with more tokens. */
export function ranked(groups: GroupSums, day: string): Ranked[] {
  const rates = new Map<string, Price | undefined>();
  const ratesOn = (model: string) => {
    if (!rates.has(model)) rates.set(model, ratesOf(model, day));
    return rates.get(model);
  };
  const rank = ([key, models]: readonly [string | null, readonly ModelSum[]]): Ranked => {
    let costUsd: number | null = null;
    let tokens = 0;
    for (const { model, sum } of models) {
      const price = ratesOn(model);
      if (price !== undefined) costUsd = (costUsd ?? 0) + dollarsOf(sum, price);
      for (const column of TOKENS) tokens += nearest(sum, column);
    }
    return { key, costUsd, tokens, models };
  };
  return [...groups].map(rank).sort(byCost);
}

/** Without a length, a cache write costs the middle of both prices, as in `src/prices`. */
function dollarsOf(sum: Limbs, price: Price): number {
  const [input, output, reads] = [nearest(sum, 1), nearest(sum, 2), nearest(sum, 4)];
  const writes = nearest(sum, 3);
  const known = Math.min(nearest(sum, 5), writes);
  const written =
    known > 0
      ? (writes - known) * price.cacheWrite5m + known * price.cacheWrite1h
      : (writes * (price.cacheWrite5m + price.cacheWrite1h)) / 2;
  return (input * price.input + output * price.output + reads * price.cacheRead + written) / 1e6;
}

function byCost(a: Ranked, b: Ranked): number {
  return (
    (b.costUsd ?? -1) - (a.costUsd ?? -1) || b.tokens - a.tokens || ((a.key ?? "") < (b.key ?? "") ? -1 : 1)
  );
}
