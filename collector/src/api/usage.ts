import { type PricedUse, totalCostOf } from "../../../src/prices/index.ts";
import { csvText } from "../../../src/report/index.ts";
import {
  asNumber,
  countsOfSums,
  GROUPINGS,
  type Grouping,
  type Store,
  type UsageQuery,
  type UsageRow,
} from "../store/index.ts";
import type { Range } from "./days.ts";

const COUNTS = ["requests", "inputTokens", "outputTokens", "cacheCreationTokens", "cacheReadTokens"] as const;

/** A row with its cost in dollars; null if no model of it has a price, and absent if none was asked for. */
export type PricedRow = UsageRow & { readonly costUsd?: number | null };

/** The rows of a query. Days after today are left out: a machine's clock may be ahead. */
export async function usageRows(
  store: Store,
  query: UsageQuery,
  { today, cost }: { today: string; cost: boolean },
): Promise<PricedRow[]> {
  if (query.from > today) return [];
  const asked = { ...query, to: query.to < today ? query.to : today };
  const rows = await store.usage(asked);
  if (!cost) return rows;
  const finest = GROUPINGS.filter((key) => key === "day" || key === "model" || query.by.includes(key));
  const uses = new Map<string, PricedUse[]>();
  for (const row of await store.usage({ ...asked, by: finest })) {
    const key = keyOf(row, query.by);
    const use = { model: row.model ?? "", day: row.day ?? "", counts: countsOfSums(row) };
    const known = uses.get(key);
    if (known === undefined) uses.set(key, [use]);
    else known.push(use);
  }
  return rows.map((row) => ({ ...row, costUsd: costOf(uses.get(keyOf(row, query.by)) ?? []) }));
}

/** The answer as JSON. Sums above 2^53-1 are capped there. */
export function usageJson({ from, to }: Range, by: readonly Grouping[], rows: readonly PricedRow[]): string {
  const shown = rows.map((row) => {
    // There may be tens of thousands, so each is made in place.
    const one: Record<string, string | number | null> = {};
    for (const key of by) one[key] = row[key] ?? null;
    for (const name of COUNTS) one[name] = asNumber(row[name]);
    if (row.cacheCreation1hTokens > 0n) one["cacheCreation1hTokens"] = asNumber(row.cacheCreation1hTokens);
    if (row.costUsd !== undefined) one["costUsd"] = row.costUsd;
    return one;
  });
  return JSON.stringify({ from, to, rows: shown });
}

/** The answer as CSV (RFC 4180), with exact sums. */
export function usageCsv(by: readonly Grouping[], rows: readonly PricedRow[], cost: boolean): string {
  const counts = [...COUNTS, "cacheCreation1hTokens"] as const;
  const head = [...by, ...counts, ...(cost ? ["costUsd"] : [])];
  const lines = rows.map((row) => [
    ...by.map((key) => row[key] ?? null),
    ...counts.map((name) => row[name]),
    ...(cost ? [row.costUsd ?? null] : []),
  ]);
  return csvText([head, ...lines]);
}

function keyOf(row: UsageRow, by: readonly Grouping[]): string {
  return JSON.stringify(by.map((key) => row[key] ?? null));
}

function costOf(uses: readonly PricedUse[]): number | null {
  const total = totalCostOf(uses);
  return total.status === "priced" ? total.usd : null;
}
