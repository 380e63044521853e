import type { MachineTotal, TotalsQuery } from "../../fleet-records.ts";
import type { Reading } from "../reading.ts";
import { usageCounts } from "../usage.ts";
import { groupSums } from "./group-sums.ts";
import { type FleetKept, momentOf } from "./moment.ts";
import { Ranking } from "./ranking.ts";
import { rowSums } from "./row-sums.ts";

/** Each machine that used something, the costliest first. */
export async function machineTotals(
  reading: Reading,
  kept: FleetKept,
  query: TotalsQuery,
): Promise<MachineTotal[]> {
  const [table] = await groupSums(await momentOf(reading, kept), query, ["machine"]);
  if (table === undefined) return [];
  const sums = rowSums(table);
  const ranking = new Ranking(table, query.to);
  return ranking.inOrder().map((row) => ({
    machine: ranking.keyOf(row) ?? "",
    costUsd: ranking.costOf(row),
    ...usageCounts(sums.get(row) ?? []),
  }));
}
