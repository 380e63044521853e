import type { Entry, Sum } from "../../../../src/report/index.ts";
import { countsOfSums, type FleetRow, type FleetUsage, type UsageSum } from "../../store/index.ts";

/** A sum of the store as charts and tables take it. */
export function sumFrom(sum: UsageSum): Sum {
  return { counts: countsOfSums(sum), cost: sum.cost };
}

/** A row of the store as what was used on a day. */
export function entryFrom(row: FleetRow): Entry {
  return { day: row.day, model: row.model, counts: countsOfSums(row) };
}

/** What was used on one day. */
export function entriesOfDay({ rows }: FleetUsage, day: string): Entry[] {
  return rows.filter((row) => row.day === day).map(entryFrom);
}
