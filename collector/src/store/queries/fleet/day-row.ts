import type { Counts } from "../../../../../src/contract/index.ts";
import { COUNTS, countsOfSums, valuesOf } from "../../counts.ts";
import type { UsageCounts } from "../../records.ts";
import { usageCounts } from "../usage.ts";

/** What a group used of a model on a day. */
export interface DayRow {
  readonly day: string;
  /** The key of the group; null of an account stands for none, and of rows that are not grouped. */
  readonly key: string | null;
  readonly model: string;
  /** One above 2^53-1 is that. */
  readonly counts: Counts;
  /** In the order of their columns, where a number does not hold one. */
  readonly exact: readonly bigint[] | undefined;
}

export type Keys = Pick<DayRow, "day" | "key" | "model">;

/** @param sums numbers that hold them exactly */
export function rowOf({ day, key, model }: Keys, sums: readonly number[]): DayRow {
  return { day, key, model, counts: countsIn(sums), exact: undefined };
}

export function exactRowOf(keys: Keys, exact: readonly bigint[]): DayRow {
  const sums = exact.map(Number);
  if (sums.every(Number.isSafeInteger)) return rowOf(keys, sums);
  const { day, key, model } = keys;
  return { day, key, model, counts: countsOfSums(usageCounts(exact)), exact };
}

/** Pages have tens of thousands, so each is written out. */
function countsIn(sums: readonly number[]): Counts {
  const counts = {
    requests: sums[0] ?? 0,
    inputTokens: sums[1] ?? 0,
    outputTokens: sums[2] ?? 0,
    cacheCreationTokens: sums[3] ?? 0,
    cacheReadTokens: sums[4] ?? 0,
  };
  const for1h = sums[5] ?? 0;
  return for1h === 0 ? counts : { ...counts, cacheCreation1hTokens: for1h };
}

/** One row plus or minus another. */
export function combined(row: DayRow, other: DayRow, sign: 1 | -1): DayRow {
  if (row.exact === undefined && other.exact === undefined) {
    const added = numbersOf(other);
    const sums = numbersOf(row).map((sum, index) => sum + sign * (added[index] ?? 0));
    if (sums.every(Number.isSafeInteger)) return rowOf(row, sums);
  }
  const added = exactOf(other);
  return exactRowOf(
    row,
    exactOf(row).map((sum, index) => sum + BigInt(sign) * (added[index] ?? 0n)),
  );
}

export function isUsed({ counts, exact }: DayRow): boolean {
  return exact !== undefined || valuesOf(counts).some((sum) => sum > 0);
}

/** All of some rows, exactly. */
export function totalOf(rows: readonly DayRow[]): UsageCounts {
  const total = COUNTS.map(() => 0n);
  const part = COUNTS.map(() => 0);
  const add = (index: number, sum: bigint) => {
    total[index] = (total[index] ?? 0n) + sum;
  };
  for (const row of rows) {
    if (row.exact !== undefined) {
      for (const [index, sum] of row.exact.entries()) add(index, sum);
      continue;
    }
    for (const [index, value] of numbersOf(row).entries()) {
      const sum = (part[index] ?? 0) + value;
      if (Number.isSafeInteger(sum)) part[index] = sum;
      else add(index, BigInt(value));
    }
  }
  for (const [index, sum] of part.entries()) add(index, BigInt(sum));
  return usageCounts(total);
}

const numbersOf = ({ counts }: DayRow): number[] => valuesOf(counts);
const exactOf = (row: DayRow): readonly bigint[] => row.exact ?? numbersOf(row).map(BigInt);
