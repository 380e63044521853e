import { type PricedUse, totalCostOf } from "../../../../../src/prices/index.ts";
import { COUNTS, countsOfSums } from "../../counts.ts";
import type { UsageSum } from "../../fleet-records.ts";
import { added, usageCounts } from "../usage.ts";

/** What a model used on a day. */
export interface DayModel {
  readonly day: string;
  readonly model: string;
  readonly sums: readonly bigint[];
}

export function sumOf(parts: Iterable<Pick<DayModel, "sums">>): readonly bigint[] {
  let total: readonly bigint[] = COUNTS.map(() => 0n);
  for (const { sums } of parts) total = added(total, sums);
  return total;
}

/** What was used in all, and its cost: each day's by model. */
export function usageSum(parts: readonly DayModel[]): UsageSum {
  const uses = parts.map(
    ({ day, model, sums }): PricedUse => ({ day, model, counts: countsOfSums(usageCounts(sums)) }),
  );
  return { ...usageCounts(sumOf(parts)), cost: totalCostOf(uses) };
}
