import type { Models } from "./counts.ts";

/** Days older than this are pruned, and no scan reaches further back (rule DAYS-5). */
export const RETENTION_DAYS = 35;

/** The record with more requests; with equal requests the one with more tokens; else the first. */
export function larger(first: Models, second: Models): Models {
  const [a, b] = [total(first), total(second)];
  if (a.requests !== b.requests) return a.requests > b.requests ? first : second;
  return b.tokens > a.tokens ? second : first;
}

/** A day as a collector keeps it. */
export interface KeptDay {
  readonly state: "open" | "frozen";
  readonly models: Models;
}

/**
 * What a collector keeps of a day after a snapshot that is not late (docs/contract.md, rules 1 and 4): the newer record
 * replaces the older one, except that a frozen day is never lowered and never becomes open again.
 */
export function mergeDay(kept: KeptDay | undefined, arrived: KeptDay): KeptDay {
  if (kept?.state !== "frozen") return arrived;
  return { state: "frozen", models: larger(kept.models, arrived.models) };
}

/** Not capped as `addCounts` is, and exact: two large records must still compare. */
function total(models: Models): { requests: number | bigint; tokens: number | bigint } {
  const all = Object.values(models);
  return {
    requests: exactSum(all.map(({ requests }) => requests)),
    tokens: exactSum(
      all.flatMap((counts) => [
        counts.inputTokens,
        counts.outputTokens,
        counts.cacheCreationTokens,
        counts.cacheReadTokens,
      ]),
    ),
  };
}

/** A bigint above 2^53-1, so that equal sums are of one type. */
function exactSum(values: readonly number[]): number | bigint {
  const sum = values.reduce((total, value) => total + value, 0);
  return Number.isSafeInteger(sum) ? sum : values.reduce((total, value) => total + BigInt(value), 0n);
}
