import { isDeepStrictEqual } from "node:util";
import { type Counts, tokensOf } from "../../src/contract/index.ts";
import type { Corpus } from "../corpus/write.ts";

type Days = Record<string, { models: Record<string, Counts> }>;

/** Whether a scan found exactly what was generated. */
export function isRight(stdout: string, corpus: Corpus): boolean {
  const { days, skippedLines } = JSON.parse(stdout) as { days: Days; skippedLines: number };
  return isDeepStrictEqual(days, corpus.days) && skippedLines === corpus.skippedLines;
}

export function tokensOfScan(stdout: string): number {
  const { days } = JSON.parse(stdout) as { days: Days };
  return Object.values(days)
    .flatMap(({ models }) => Object.values(models))
    .reduce((sum, counts) => sum + tokensOf(counts), 0);
}

/** The tokens that ccusage counts from a day on. */
export function tokensOfCcusage(stdout: string, since: string): number {
  const { daily } = JSON.parse(stdout) as { daily: { date: string; totalTokens: number }[] };
  return daily.filter(({ date }) => date >= since).reduce((sum, { totalTokens }) => sum + totalTokens, 0);
}
