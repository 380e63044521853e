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
  const sums = new Map<string, CostSum>();
  let priced = 0;
  const unpriced = new Map<string, number>();
  for (const { model, day, counts } of uses) {
    const sum = sums.get(model) ?? new CostSum(model);
    sums.set(model, sum);
    const tokens = tokensOf(counts);
    if (sum.add(day, counts)) priced += tokens;
    else if (tokens > 0) unpriced.set(model, (unpriced.get(model) ?? 0) + tokens);
  }
  const missing = unpricedOf(unpriced);
  if (priced === 0 && missing.tokens > 0) return { status: "no_price", unpriced: missing };
  const total = [...sums.values()].map((sum) => sum.total).reduce(plus, NOTHING);
  return { status: "priced", ...amountOf(total), unpriced: missing };
}

const plus = (a: Range, b: Range): Range => ({ low: a.low + b.low, high: a.high + b.high });

/** What one model costs in all. Tokens of one price are added up first: a page has ten thousand days of models. */
class CostSum {
  readonly #known: ReturnType<typeof modelOf>;
  #price: Price | undefined;
  /** Tokens of the price, and the cache writes for 1 hour among them. */
  #input = 0;
  #output = 0;
  #reads = 0;
  #writes = 0;
  #least1h = 0;
  #most1h = 0;
  /** At least as much as each of these. */
  #largest = 0;
  #total = NOTHING;

  constructor(model: string) {
    this.#known = modelOf(model);
  }

  /** @returns whether there is a price */
  add(day: string, counts: Counts): boolean {
    const price = this.#known && priceOn(PRICES[this.#known.id] ?? [], day);
    if (price === undefined) return false;
    if (price !== this.#price) this.#priceTokens(price);
    const { least, most } = writesFor1h(counts);
    const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens: writes } = counts;
    // None of these is more than a number holds exactly, and so far all together are not.
    const largest = Math.max(inputTokens, outputTokens, cacheReadTokens, writes);
    if (this.#largest + largest > Number.MAX_SAFE_INTEGER) this.#priceTokens(price);
    this.#largest += largest;
    this.#input += inputTokens;
    this.#output += outputTokens;
    this.#reads += cacheReadTokens;
    this.#writes += writes;
    this.#least1h += least;
    this.#most1h += most;
    return true;
  }

  get total(): Range {
    this.#priceTokens(this.#price);
    return this.#total;
  }

  #priceTokens(next: Price | undefined): void {
    const price = this.#price;
    if (price !== undefined) {
      const [input, output, reads, writes] = [this.#input, this.#output, this.#reads, this.#writes];
      const [least, most] = [this.#least1h, this.#most1h];
      const common = { input, output, reads, price, times: this.#known?.times ?? 1 };
      const low = exactCost({ ...common, for5m: writes - least, for1h: least });
      const high = exactCost({ ...common, for5m: writes - most, for1h: most });
      this.#total = plus(this.#total, { low, high });
    }
    this.#input = this.#output = this.#reads = this.#writes = 0;
    this.#least1h = this.#most1h = this.#largest = 0;
    this.#price = next;
  }
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
  const sum = new CostSum(model);
  return sum.add(day, counts) ? sum.total : undefined;
}

/** How many of the cache writes were for 1 hour, at least and at most. */
function writesFor1h({ cacheCreationTokens, cacheCreation1hTokens }: Counts): {
  least: number;
  most: number;
} {
  return {
    least: Math.min(cacheCreation1hTokens ?? 0, cacheCreationTokens),
    most: Math.min(cacheCreation1hTokens ?? cacheCreationTokens, cacheCreationTokens),
  };
}

interface PricedTokens {
  readonly price: Price;
  readonly times: number;
  readonly input: number;
  readonly output: number;
  readonly reads: number;
  readonly for5m: number;
  readonly for1h: number;
}

function exactCost({ price, times, input, output, reads, for5m, for1h }: PricedTokens): Exact {
  const cost = (tokens: number, rate: number): Exact => BigInt(tokens) * exactRate(rate * times);
  return (
    cost(input, price.input) +
    cost(output, price.output) +
    cost(reads, price.cacheRead) +
    cost(for5m, price.cacheWrite5m) +
    cost(for1h, price.cacheWrite1h)
  );
}
