import { totalCostOf } from "../../../../../src/prices/index.ts";
import { valuesOf } from "../../counts.ts";
import type { UsageSum } from "../../fleet-records.ts";
import { type DayRow, totalOf } from "./day-row.ts";
import type { GroupTable } from "./kept-tables.ts";

/** What was used in all, and its cost: each day's by model. */
export function usageSum(rows: readonly DayRow[]): UsageSum {
  return { ...totalOf(rows), cost: totalCostOf(rows) };
}

/** Adds a row to a group's. */
export function addTo(table: GroupTable, key: string | null, { model, counts, exact }: DayRow): void {
  const [row, column] = [table.row(key), table.column(model)];
  if (exact === undefined) table.add(row, column, valuesOf(counts), 1);
  else table.addExact(row, column, exact, 1);
}
