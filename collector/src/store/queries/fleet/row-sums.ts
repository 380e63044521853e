import { added } from "../usage.ts";
import type { GroupTable } from "./kept-tables.ts";

/** What each group used of all models together, exactly, by its row. Groups that used nothing are left out. */
export function rowSums(table: GroupTable): ReadonlyMap<number, readonly bigint[]> {
  const sums = new Map<number, readonly bigint[]>();
  table.each((row, _, at) => {
    const known = sums.get(row);
    sums.set(row, known === undefined ? table.exact(at) : added(known, table.exact(at)));
  });
  return sums;
}
