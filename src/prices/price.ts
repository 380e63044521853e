/** The first day ("" for the earliest price), then dollars per million tokens in the order of `Price`. */
export type DatedPrice = readonly [
  since: string,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite5m: number,
  cacheWrite1h: number,
];

/** Dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
}

const named = new WeakMap<DatedPrice, Price>();

/**
 * The price on a day: the same object for all days of one price.
 * @param prices oldest first
 * @param day `YYYY-MM-DD`
 */
export function priceOn(prices: readonly DatedPrice[], day: string): Price | undefined {
  const dated = prices.findLast(([since]) => since <= day);
  if (dated === undefined) return undefined;
  const known = named.get(dated);
  if (known !== undefined) return known;
  const [, input, output, cacheRead, cacheWrite5m, cacheWrite1h] = dated;
  const price = { input, output, cacheRead, cacheWrite5m, cacheWrite1h };
  named.set(dated, price);
  return price;
}
