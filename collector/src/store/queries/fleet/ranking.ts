import { type Price, ratesOf } from "../../../../../src/prices/index.ts";
import type { ModelSum } from "./group-sums.ts";

/** A group with what it cost, in the precision of a number. */
export interface Ranked {
  readonly key: string | null;
  /** Null if no model of it has a price. */
  readonly costUsd: number | null;
  readonly tokens: number;
  readonly models: readonly ModelSum[];
}

/** The costliest first; of equal ones, and of those without a price, the one with more tokens. */
export function ranked(groups: ReadonlyMap<string | null, readonly ModelSum[]>, day: string): Ranked[] {
  const rates = new Map<string, Price | undefined>();
  const ratesOn = (model: string) => {
    if (!rates.has(model)) rates.set(model, ratesOf(model, day));
    return rates.get(model);
  };
  const rank = ([key, models]: readonly [string | null, readonly ModelSum[]]): Ranked => {
    let costUsd: number | null = null;
    let tokens = 0;
    for (const { model, sums } of models) {
      const price = ratesOn(model);
      if (price !== undefined) costUsd = (costUsd ?? 0) + dollarsOf(sums, price);
      for (const sum of sums.slice(1, 5)) tokens += Number(sum);
    }
    return { key, costUsd, tokens, models };
  };
  return [...groups].map(rank).sort(byCost);
}

/** Without a length, a cache write costs the middle of both prices, as in `src/prices`. */
function dollarsOf(sums: readonly bigint[], price: Price): number {
  const [, input = 0, output = 0, writes = 0, reads = 0, for1h = 0] = sums.map(Number);
  const known = Math.min(for1h, writes);
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
