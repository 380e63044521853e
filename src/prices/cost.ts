import { type Counts, tokensOf } from "../contract/index.ts";
import { dollars, dollarsBetween, type Exact, exactRate } from "./money.ts";
import { modelOf } from "./names.ts";
import { type Price, priceOn } from "./price.ts";
import { PRICES } from "./table.ts";

export interface PricedUse {
  /** As a transcript names it; with a trailing `-fast` in fast mode. */
  readonly model: string;
  /** The Toronto day, `YYYY-MM-DD`: the price is that of this day. */
  readonly day: string;
  /** Without `cacheCreation1hTokens`, the share of cache writes for 1 hour is unknown. If there were none, pass 0. */
  readonly counts: Counts;
}

/** An amount in dollars at API list prices. */
export interface Amount {
  /** The middle of `low` and `high`. */
  readonly usd: number;
  /** With every cache write of unknown length priced as one for 5 minutes. */
  readonly low: number;
  /** With every cache write of unknown length priced as one for 1 hour. */
  readonly high: number;
}

export type Cost = ({ readonly status: "priced" } & Amount) | { readonly status: "no_price" };

export interface Unpriced {
  readonly tokens: number;
  /** The model with the most tokens first. */
  readonly models: readonly string[];
}

/** `no_price` if there are tokens and none of them has a price. */
export type TotalCost =
  | ({ readonly status: "priced"; readonly unpriced: Unpriced } & Amount)
  | { readonly status: "no_price"; readonly unpriced: Unpriced };

interface Range {
  readonly low: Exact;
  readonly high: Exact;
}

const NOTHING: Range = { low: 0n, high: 0n };

/** The cost of what one model used on one day. A model without a price has no cost, rather than 0. */
export function costOf(use: PricedUse): Cost {
  const range = rangeOf(use);
  return range === undefined ? { status: "no_price" } : { status: "priced", ...amountOf(range) };
}

/** The exact sum of many costs, and what has no price. */
export function totalCostOf(uses: Iterable<PricedUse>): TotalCost {
  let total = NOTHING;
  let priced = 0;
  const unpriced = new Map<string, number>();
  for (const use of uses) {
    const range = rangeOf(use);
    const tokens = tokensOf(use.counts);
    if (range !== undefined) {
      total = { low: total.low + range.low, high: total.high + range.high };
      priced += tokens;
    } else if (tokens > 0) unpriced.set(use.model, (unpriced.get(use.model) ?? 0) + tokens);
  }
  const missing = unpricedOf(unpriced);
  if (priced === 0 && missing.tokens > 0) return { status: "no_price", unpriced: missing };
  return { status: "priced", ...amountOf(total), unpriced: missing };
}

function unpricedOf(tokens: ReadonlyMap<string, number>): Unpriced {
  const models = [...tokens].sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1));
  return {
    tokens: models.reduce((sum, [, count]) => sum + count, 0),
    models: models.map(([model]) => model),
  };
}

function amountOf({ low, high }: Range): Amount {
  return { usd: dollarsBetween(low, high), low: dollars(low), high: dollars(high) };
}

/** What a model cost on a day, its fast mode as a multiple. */
function pricedModel(model: string, day: string): { price: Price; times: number } | undefined {
  const known = modelOf(model);
  const price = known && priceOn(PRICES[known.id] ?? [], day);
  return price && { price, times: known.times };
}

/** Dollars per million tokens of a model on a day, for those who need speed and not the exact cost. */
export function ratesOf(model: string, day: string): Price | undefined {
  const known = pricedModel(model, day);
  if (known === undefined) return undefined;
  const { price, times } = known;
  return {
    input: price.input * times,
    output: price.output * times,
    cacheRead: price.cacheRead * times,
    cacheWrite5m: price.cacheWrite5m * times,
    cacheWrite1h: price.cacheWrite1h * times,
  };
}

function rangeOf({ model, day, counts }: PricedUse): Range | undefined {
  const known = pricedModel(model, day);
  if (known === undefined) return undefined;
  const { price } = known;
  const writes = counts.cacheCreationTokens;
  const for1h = counts.cacheCreation1hTokens;
  const least = Math.min(for1h ?? 0, writes);
  const most = Math.min(for1h ?? writes, writes);
  return {
    low: exactCost(counts, least, price, known.times),
    high: exactCost(counts, most, price, known.times),
  };
}

/** @param for1h how many of the cache writes were for 1 hour */
function exactCost(counts: Counts, for1h: number, price: Price, times: number): Exact {
  const cost = (tokens: number, rate: number): Exact => BigInt(tokens) * exactRate(rate * times);
  return (
    cost(counts.inputTokens, price.input) +
    cost(counts.outputTokens, price.output) +
    cost(counts.cacheReadTokens, price.cacheRead) +
    cost(counts.cacheCreationTokens - for1h, price.cacheWrite5m) +
    cost(for1h, price.cacheWrite1h)
  );
}
