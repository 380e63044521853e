import { COUNTS } from "../../counts.ts";
import type { Grouping, UsageQuery } from "../../records.ts";
import type { Reading } from "../reading.ts";
import { membersOf, mergedMachines, selection } from "../usage.ts";
import { sourceOf } from "../usage-source.ts";
import type { DayModel } from "./sums.ts";

/** What a group used of a model on a day. */
export interface DayRow extends DayModel {
  /** The key of the group; null of an account stands for none, and of rows that are not grouped. */
  readonly key: string | null;
}

const HIGH = 32n;

/** The rows of a query by day, and whatever else it groups by. Its sums are of one day each, so their parts are exact numbers. */
export async function dayRows(
  reading: Reading,
  query: UsageQuery & { readonly by: readonly ["day", ...Grouping[]] },
): Promise<DayRow[]> {
  const { db } = reading;
  const key = query.by.find((name) => name === "machine" || name === "account");
  const members = await membersOf(db, query);
  const roots = key === "machine" ? await mergedMachines(db) : undefined;
  const columns = await reading.columns(selection(sourceOf(query), query, members, "bigint"));
  const days = columns.texts("day");
  const models = columns.texts("model");
  const accounts = columns.texts("account");
  const machines = columns.numbers("machine");
  const parts = COUNTS.map((_, index) => [columns.numbers(`low${index}`), columns.numbers(`high${index}`)]);
  const rows = new Map<string, DayRow>();
  for (let at = 0; at < columns.length; at++) {
    const sums = parts.map(([low, high]) => exactPart(low?.[at] ?? 0, high?.[at] ?? 0));
    const day = days.names[days.places[at] ?? 0] ?? "";
    const model = models.names[models.places[at] ?? 0] ?? "";
    const machine = machines[at] ?? 0;
    const own =
      key === "machine"
        ? String(roots?.get(machine) ?? machine)
        : accounts.names[accounts.places[at] ?? 0] || null;
    const name = `${day}\0${own}\0${model}`;
    const known = rows.get(name);
    if (known === undefined) rows.set(name, { day, model, key: own, sums });
    else rows.set(name, { ...known, sums: known.sums.map((sum, index) => sum + (sums[index] ?? 0n)) });
  }
  return [...rows.values()].sort(byDayAndModel);
}

function exactPart(low: number, high: number): bigint {
  return high === 0 ? BigInt(low) : BigInt(low) + (BigInt(high) << HIGH);
}

function byDayAndModel(a: DayRow, b: DayRow): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  if (a.model !== b.model) return a.model < b.model ? -1 : 1;
  return 0;
}
