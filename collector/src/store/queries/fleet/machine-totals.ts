import type { Kysely } from "kysely";
import type { MachineTotal, TotalsQuery } from "../../fleet-records.ts";
import { exactSums } from "../../packs/index.ts";
import type { Tables } from "../../tables.ts";
import { usageCounts } from "../usage.ts";
import { groupSums } from "./group-sums.ts";
import { ranked } from "./ranking.ts";
import { sumOf } from "./sums.ts";

/** Each machine that used something, the costliest first. */
export async function machineTotals(db: Kysely<Tables>, query: TotalsQuery): Promise<MachineTotal[]> {
  return ranked(await groupSums(db, query, "machine"), query.to).map(({ key, costUsd, models }) => ({
    machine: key ?? "",
    costUsd,
    ...usageCounts(sumOf(models.map(({ sum }) => ({ sums: exactSums(sum) })))),
  }));
}
