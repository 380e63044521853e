import type { Counts } from "./counts.ts";

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
