import type { Counts, Models } from "../../../src/contract/index.ts";

/** Each count, and its column. */
export const COUNTS = [
  ["requests", "requests"],
  ["inputTokens", "input_tokens"],
  ["outputTokens", "output_tokens"],
  ["cacheCreationTokens", "cache_creation_tokens"],
  ["cacheReadTokens", "cache_read_tokens"],
  ["cacheCreation1hTokens", "cache_creation_1h_tokens"],
] as const satisfies readonly (readonly [keyof Counts, string])[];

export const COUNT_COLUMNS = COUNTS.map(([, column]) => column);

/** The greatest sum: sums stop here. */
export const MAX_SUM = 2n ** 63n - 1n;

/** The counts in the order of their columns. */
export function valuesOf(counts: Counts): number[] {
  return COUNTS.map(([key]) => counts[key] ?? 0);
}

/** Counts as a row of a table has them. */
export type CountRow = Readonly<Record<(typeof COUNT_COLUMNS)[number], number>>;

export function countsOf(row: CountRow): Counts {
  return {
    requests: row.requests,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cacheCreationTokens: row.cache_creation_tokens,
    cacheReadTokens: row.cache_read_tokens,
    ...(row.cache_creation_1h_tokens > 0 && { cacheCreation1hTokens: row.cache_creation_1h_tokens }),
  };
}

/** The sum over all models, in the order of the columns. Exact; stops at 2^63-1. */
export function totalsOf(models: Models): (number | bigint)[] {
  return COUNTS.map(([key]) => {
    const counts = Object.values(models).map((model) => model[key] ?? 0);
    const sum = counts.reduce((total, count) => total + count, 0);
    return Number.isSafeInteger(sum)
      ? sum
      : capped(counts.reduce((total, count) => total + BigInt(count), 0n));
  });
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** A sum as a number. One above 2^53-1 is that. */
export const asNumber = (sum: bigint): number => Number(sum > MAX_SAFE ? MAX_SAFE : sum);

/** Sums as counts that have prices. Pages make tens of thousands, so each is written out. */
export function countsOfSums(sums: Readonly<Record<(typeof COUNTS)[number][0], bigint>>): Counts {
  const counts = {
    requests: asNumber(sums.requests),
    inputTokens: asNumber(sums.inputTokens),
    outputTokens: asNumber(sums.outputTokens),
    cacheCreationTokens: asNumber(sums.cacheCreationTokens),
    cacheReadTokens: asNumber(sums.cacheReadTokens),
  };
  const for1h = asNumber(sums.cacheCreation1hTokens);
  return for1h === 0 ? counts : { ...counts, cacheCreation1hTokens: for1h };
}

export const capped = (sum: bigint): bigint => (sum > MAX_SUM ? MAX_SUM : sum);

export const sameCounts = (a: Counts, b: Counts): boolean =>
  COUNTS.every(([key]) => (a[key] ?? 0) === (b[key] ?? 0));
