/** An amount of money in trillionths of a dollar, so that sums are exact. */
export type Exact = bigint;

const RATE_DIGITS = 1e6;

/** What one token costs, from dollars per million tokens with at most 6 decimal places. */
export function exactRate(dollarsPerMillion: number): Exact {
  return BigInt(Math.round(dollarsPerMillion * RATE_DIGITS));
}

/** The nearest number of dollars. */
export function dollars(amount: Exact): number {
  return Number(`${amount}e-12`);
}

/** The number of dollars nearest to the middle of two amounts. */
export function dollarsBetween(low: Exact, high: Exact): number {
  return Number(`${(low + high) * 5n}e-13`);
}
