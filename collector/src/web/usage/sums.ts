import type { Entry, Sum } from "../../../../src/report/index.ts";
import { countsOfSums, type FleetUsage, type UsageSum } from "../../store/index.ts";

/** A sum of the store as charts and tables take it. */
export function sumFrom(sum: UsageSum): Sum {
  return { counts: countsOfSums(sum), cost: sum.cost };
}

/** What was used on one day. */
export function entriesOfDay({ rows }: FleetUsage, day: string): Entry[] {
  return rows.filter((row) => row.day === day);
}
