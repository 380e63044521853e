import { PRICES } from "../../src/prices/table.ts";
import { type Group, sumOf } from "./requests.ts";

/** Both costs of a group in dollars; undefined without a price. */
export interface Costs {
  readonly ours: number | undefined;
  readonly theirs: number | undefined;
}

type Explain = (
  group: Group,
  ours: number,
) => { readonly expected: number; readonly why: string } | undefined;

const TIER = 200_000;
const MILLION = 1e6;

/** ccusage charges double for tokens over 200,000 in a request, and 1.5 times for their output. That price has ended. */
const tiers: Explain = ({ model, requests }, ours) => {
  if (model !== "claude-sonnet-4-5") return undefined;
  const [, input, output, read, write5m, write1h] = PRICES[model]?.[0] ?? ["", 0, 0, 0, 0, 0];
  const over = (tokens: number, extra: number) => (Math.max(0, tokens - TIER) * extra) / MILLION;
  const margin = requests.map(
    ({ inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, cacheCreation1hTokens }) =>
      over(inputTokens, input) +
      over(outputTokens, output / 2) +
      over(cacheReadTokens, read) +
      over(cacheCreationTokens - cacheCreation1hTokens, write5m) +
      over(cacheCreation1hTokens, write1h),
  );
  const expected = ours + margin.reduce((sum, each) => sum + each, 0);
  return { expected, why: "ccusage still adds the price over 200k tokens, which ended on 2026-04-30" };
};

const region: Explain = ({ model }, ours) =>
  model.startsWith("us.")
    ? { expected: ours * 1.1, why: "ccusage has Bedrock's price for a region, 1.1 times that of the API" }
    : undefined;

const oldCache: Explain = (group, ours) => {
  if (group.model !== "claude-v1") return undefined;
  const { cacheReadTokens, cacheCreationTokens: writes, cacheCreation1hTokens: for1h } = sumOf(group);
  const factors = cacheReadTokens * (0.1 - 1) + (writes - for1h) * (1.25 - 1) + for1h * (2 - 1);
  const input = PRICES["claude-v1"]?.[0]?.[1] ?? 0;
  return {
    expected: ours + (factors * input) / MILLION,
    why: "the model has no cache: ccusage prices it at 0.1, 1.25 and 2 times the input, we as input",
  };
};

/**
 * Why two costs differ, or undefined if they are equal to the cent. Throws if nothing explains the difference to the
 * cent.
 */
export function explained(group: Group, { ours, theirs }: Costs): string | undefined {
  if (ours === undefined && theirs === undefined) return "neither has a price";
  if (theirs === undefined) return "ccusage has no price for this name offline";
  if (ours === undefined) return "not in our table";
  if (cents(ours) === cents(theirs)) return undefined;
  for (const explain of [tiers, region, oldCache]) {
    const found = explain(group, ours);
    if (found !== undefined && cents(found.expected) === cents(theirs)) return found.why;
  }
  throw new Error(`${group.model} (${group.scenario}): ${ours}, not ${theirs}`);
}

export function cents(dollars: number): string {
  return dollars.toFixed(2);
}
