import { tokensOf } from "../../contract/index.ts";
import { short } from "../../text/numbers.ts";
import { usdText } from "../amounts.ts";
import { costCell } from "../cost-cell.ts";
import { dollarsOf, type Sum } from "../groups.ts";

/** What the bars of a page measure. */
export interface Measure {
  readonly name: "Cost" | "Tokens";
  readonly of: (sum: Sum) => number;
  /** An amount as text: `$37.73` or `1.2M tokens`. */
  readonly text: (sum: Sum) => string;
  /** A part of it as text, as above. */
  readonly amount: (value: number) => string;
  /** What stands before the number on a bar. */
  readonly unit: "$" | "";
  /** A number in at most four characters where that is possible: `29`, `1.4`. */
  readonly brief: (value: number) => string;
}

const COST: Measure = {
  name: "Cost",
  of: dollarsOf,
  text: costCell,
  amount: usdText,
  unit: "$",
  brief: briefDollars,
};
const TOKENS: Measure = {
  name: "Tokens",
  of: ({ counts }) => tokensOf(counts),
  text: ({ counts }) => `${short(tokensOf(counts))} tokens`,
  amount: (count) => `${short(count)} tokens`,
  unit: "",
  brief: (count) => short(count).replace(/(\d\d)\.\d/, "$1"),
};

export const MEASURES = { cost: COST, tokens: TOKENS } as const;

/** Dollars if anything has a price, else tokens. */
export function measureOf(total: Sum): Measure {
  return dollarsOf(total) > 0 ? COST : TOKENS;
}

function briefDollars(value: number): string {
  if (value >= 999.5) return short(value).replace(/(\d\d)\.\d/, "$1");
  if (value >= 9.95) return value.toFixed(0);
  return value.toFixed(value >= 0.1 ? 1 : 2);
}
