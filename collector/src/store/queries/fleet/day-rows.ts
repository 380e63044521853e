import { sql } from "kysely";
import { addDays } from "../../../../../src/base/calendar.ts";
import { COUNTS } from "../../counts.ts";
import type { Days } from "../../packs/index.ts";
import type { Grouping, UsageQuery } from "../../records.ts";
import type { Reading } from "../reading.ts";
import { conditionsOf, membersOf, mergedMachines, selection } from "../usage.ts";
import { sourceOf } from "../usage-source.ts";
import { combined, type DayRow, exactRowOf, type Keys, rowOf } from "./day-row.ts";

const LIMB = 2 ** 32;
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
  const lows = COUNTS.map((_, index) => columns.numbers(`low${index}`));
  const highs = COUNTS.map((_, index) => columns.numbers(`high${index}`));
  const rows = new Map<string, DayRow>();
  for (let at = 0; at < columns.length; at++) {
    const day = days.names[days.places[at] ?? 0] ?? "";
    const model = models.names[models.places[at] ?? 0] ?? "";
    const machine = machines[at] ?? 0;
    const own =
      key === "machine"
        ? String(roots?.get(machine) ?? machine)
        : accounts.names[accounts.places[at] ?? 0] || null;
    const row = rowAt({ day, model, key: own }, lows, highs, at);
    const name = `${day}\0${own}\0${model}`;
    const known = rows.get(name);
    rows.set(name, known === undefined ? row : combined(known, row, 1));
  }
  return [...rows.values()].sort(byDayAndModel);
}

function rowAt(
  keys: Keys,
  lows: readonly Float64Array[],
  highs: readonly Float64Array[],
  at: number,
): DayRow {
  const sums = lows.map((low, index) => (low[at] ?? 0) + (highs[index]?.[at] ?? 0) * LIMB);
  if (sums.every(Number.isSafeInteger)) return rowOf(keys, sums);
  return exactRowOf(
    keys,
    lows.map((low, index) => BigInt(low[at] ?? 0) + (BigInt(highs[index]?.[at] ?? 0) << HIGH)),
  );
}

export function byDayAndModel(a: DayRow, b: DayRow): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  if (a.model !== b.model) return a.model < b.model ? -1 : 1;
  return 0;
}

/** The days with a record, in order: whatever the models of it are. */
export async function heldDays(reading: Reading, query: Omit<UsageQuery, "by">): Promise<readonly string[]> {
  const asked = { ...query, model: [], by: ["day"] as const };
  const source = sourceOf(asked);
  const members = await membersOf(reading.db, asked);
  const { day } = source.keys;
  const columns = await reading.columns(
    sql`select ${day} as day from ${source.from} where ${conditionsOf(source, asked, members)}
      group by ${day} having ${source.having} order by day`,
  );
  const { names, places } = columns.texts("day");
  return Array.from(places, (place) => names[place] ?? "");
}

/** Days as ranges, in order: days that follow each other are one. */
export function rangesOf(days: readonly string[]): Days[] {
  const ranges: { from: string; to: string }[] = [];
  for (const day of [...days].sort()) {
    const last = ranges.at(-1);
    if (last !== undefined && addDays(last.to, 1) >= day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}
