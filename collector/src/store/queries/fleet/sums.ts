import { type PricedUse, totalCostOf } from "../../../../../src/prices/index.ts";
import { COUNTS, countsOfSums } from "../../counts.ts";
import type { UsageSum } from "../../fleet-records.ts";
import { usageCounts } from "../usage.ts";

/** What a model used on a day. */
export interface DayModel {
  readonly day: string;
  readonly model: string;
  readonly sums: readonly bigint[];
}

/** What was used in all, and its cost: each day's by model. */
export function usageSum(parts: readonly DayModel[]): UsageSum {
  const total: bigint[] = COUNTS.map(() => 0n);
  const uses = parts.map(({ day, model, sums }): PricedUse => {
    for (let index = 0; index < COUNTS.length; index++)
      total[index] = (total[index] ?? 0n) + (sums[index] ?? 0n);
    return { day, model, counts: countsOfSums(usageCounts(sums)) };
  });
  return { ...usageCounts(total), cost: totalCostOf(uses) };
}
