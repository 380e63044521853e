import { usdText } from "./amounts.ts";
import type { Sum } from "./groups.ts";

/** The marks in a column of costs. */
export interface CostMarks {
  /** `~`: the middle of a range. */
  readonly isRange: boolean;
  /** `+`: some models have no price. */
  readonly isPartial: boolean;
}

/** A cost in a table: `$37.73`, `~$37.73`, `$37.73+`, or `-` without a price. */
export function costCell({ cost }: Sum): string {
  if (cost.status === "no_price") return "-";
  const { isRange, isPartial } = marksOf([{ cost }]);
  return `${isRange ? "~" : ""}${usdText(cost.usd)}${isPartial ? "+" : ""}`;
}

export function marksOf(sums: readonly Pick<Sum, "cost">[]): CostMarks {
  const priced = sums.flatMap(({ cost }) => (cost.status === "priced" ? [cost] : []));
  return {
    isRange: priced.some(({ low, high }) => usdText(low) !== usdText(high)),
    isPartial: priced.some(({ unpriced }) => unpriced.tokens > 0),
  };
}
