import type { MachineTotal, TotalsQuery } from "../../fleet-records.ts";
import type { Reading } from "../reading.ts";
import { added, usageCounts } from "../usage.ts";
import { groupSums } from "./group-sums.ts";
import { Ranking } from "./ranking.ts";

/** Each machine that used something, the costliest first. */
export async function machineTotals(reading: Reading, query: TotalsQuery): Promise<MachineTotal[]> {
  const [table] = await groupSums(reading, query, ["machine"]);
  if (table === undefined) return [];
  const sums: bigint[][] = [];
  table.each((row, _, at) => {
    const known = sums[row];
    sums[row] = known === undefined ? table.exact(at) : added(known, table.exact(at));
  });
  const ranking = new Ranking(table, query.to);
  return ranking.rows.map((row) => ({
    machine: ranking.keyOf(row) ?? "",
    costUsd: ranking.costOf(row),
    ...usageCounts(sums[row] ?? []),
  }));
}
