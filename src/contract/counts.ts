import * as z from "zod";

const count = z.int().nonnegative();

/** The number of requests, and of tokens of each kind. */
export const countShape = {
  requests: count,
  inputTokens: count,
  outputTokens: count,
  cacheCreationTokens: count,
  cacheReadTokens: count,
  /** The part of `cacheCreationTokens` that the vendor caches for an hour. Left out if it is 0 or was never read. */
  cacheCreation1hTokens: count.exactOptional(),
};

export const countsSchema = z.object(countShape);
/** What one model used in one day. */
export type Counts = z.infer<typeof countsSchema>;

export const modelsSchema = z.record(z.string(), countsSchema);
/** One day's counts by model. */
export type Models = Record<string, Counts>;

export const NO_COUNTS: Counts = {
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
};

/** All tokens of a count, of every kind. */
export function tokensOf(counts: Counts): number {
  return counts.inputTokens + counts.outputTokens + counts.cacheCreationTokens + counts.cacheReadTokens;
}

/** The sum of two counts. Each number stops at 2^53-1. */
export function addCounts(a: Counts, b: Counts): Counts {
  const sum = (key: keyof Counts) => Math.min((a[key] ?? 0) + (b[key] ?? 0), Number.MAX_SAFE_INTEGER);
  const cacheCreation1hTokens = sum("cacheCreation1hTokens");
  return {
    requests: sum("requests"),
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheCreationTokens: sum("cacheCreationTokens"),
    cacheReadTokens: sum("cacheReadTokens"),
    ...(cacheCreation1hTokens > 0 && { cacheCreation1hTokens }),
  };
}

/** The sum of any number of counts. */
export function totalOf(all: readonly Counts[]): Counts {
  return all.reduce(addCounts, NO_COUNTS);
}
