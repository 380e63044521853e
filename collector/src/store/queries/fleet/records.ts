import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { COUNT_COLUMNS } from "../../counts.ts";
import type { UsageQuery } from "../../records.ts";
import type { OpenRecords } from "../open-records.ts";
import type { Reading } from "../reading.ts";
import type { GroupTable } from "./kept-tables.ts";

/** Rows that are added before pushes get their turn. */
const TURN = 10_000;

type Filters = Omit<UsageQuery, "by" | "machine">;

/** Adds what each machine's records say of some days. */
export async function addRecords(
  reading: Reading,
  query: Filters,
  table: GroupTable,
  keyOf: (machine: number) => string,
): Promise<void> {
  const { length, machines, models, counts } = await recordsOf(reading, query, false);
  const places = models.names.map((name) => table.column(name ?? ""));
  for (let at = 0; at < length; at++) {
    const row = table.row(keyOf(machines[at] ?? 0));
    const values = counts.map((part) => part[at] ?? 0);
    table.add(row, places[models.places[at] ?? 0] ?? 0, values, 1);
    if (at % TURN === TURN - 1) await nextTurn();
  }
}

/** The records of machines that are shown as one with others. */
export async function mergedRecords(
  reading: Reading,
  query: Filters,
): Promise<ReadonlyMap<number, OpenRecords>> {
  const { length, machines, models, counts } = await recordsOf(reading, query, true);
  const records = new Map<number, { models: string[]; counts: number[] }>();
  for (let at = 0; at < length; at++) {
    const machine = machines[at] ?? 0;
    const own = records.get(machine) ?? { models: [], counts: [] };
    records.set(machine, own);
    own.models.push(models.names[models.places[at] ?? 0] ?? "");
    for (const part of counts) own.counts.push(part[at] ?? 0);
  }
  return records;
}

async function recordsOf(reading: Reading, { from, to, model, account }: Filters, areMergedOnly: boolean) {
  const counts = sql.raw(COUNT_COLUMNS.map((name) => `u.${name}`).join(", "));
  const isModel = model?.length ? sql`u.model in (${sql.join(model)})` : sql`1 = 1`;
  const isAccount = account?.length
    ? sql`d.account in (${sql.join(account.map((name) => name ?? ""))})`
    : undefined;
  // A machine that stands alone has each day once: its account alone would have to be looked up.
  const record = sql`from machine_day d where d.machine = u.machine and d.day = u.day and d.counted = 1`;
  const merged = sql`(select id from machine where root in (select root from machine where id <> root))`;
  const isMerged = sql`m.id in ${merged} and exists (select 1 ${record})`;
  const isAny =
    isAccount === undefined
      ? sql`m.id not in ${merged} or ${isMerged}`
      : sql`exists (select 1 ${record} and ${isAccount})`;
  const columns =
    await reading.columns(sql`select u.machine, u.model, ${counts} from machine m cross join usage u
    where u.machine = m.id and u.day >= ${from} and u.day <= ${to} and ${isModel} and (${areMergedOnly ? isMerged : isAny})`);
  return {
    length: columns.length,
    machines: columns.numbers("machine"),
    models: columns.texts("model"),
    counts: COUNT_COLUMNS.map((name) => columns.numbers(name)),
  };
}
