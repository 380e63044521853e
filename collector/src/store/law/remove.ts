import { type CountRow, countsOf } from "../counts.ts";
import type { Connection } from "../engine/connection.ts";
import type { Move } from "./group.ts";
import type { DayRecord } from "./record.ts";
import { addSums } from "./sums.ts";

/** The machines that a list in JSON names. */
const OF_LIST = {
  sqlite: "(select value from json_each($1))",
  postgres: "(select value::bigint from jsonb_array_elements_text($1::jsonb) as listed (value))",
} as const;

/**
 * Removes the records of a day that some machines hold, and what they add to the sums. Machines that are shown as one lose theirs
 * together, so that one of them counts for as long as there are any.
 * @returns how many records were removed
 */
export async function removeRecords(
  connection: Connection,
  day: string,
  machines: readonly number[],
): Promise<number> {
  const list = OF_LIST[connection.kind];
  const group = await connection.all<{ id: number }>(
    `select m.id from machine m where m.root in (select r.root from machine r where r.id in ${list})
     order by m.id${connection.kind === "postgres" ? " for update of m" : ""}`,
    [JSON.stringify(machines)],
  );
  const values = [JSON.stringify(group.map(({ id }) => id)), day];
  const models = await connection.all<CountRow & { machine: number; model: string }>(
    `delete from usage where machine in ${list} and day = $2 returning *`,
    values,
  );
  const records = await connection.all<{ machine: number; account: string; counted: number }>(
    `delete from machine_day where machine in ${list} and day = $2 returning machine, account, counted`,
    values,
  );
  const removed = new Map<number, DayRecord>();
  for (const { machine, account, counted } of records) {
    const record = { state: "frozen", account, counted: counted === 1, models: Object.create(null) } as const;
    removed.set(machine, record);
  }
  for (const row of models) {
    const record = removed.get(row.machine);
    if (record !== undefined) record.models[row.model] = countsOf(row);
  }
  const moves = [...removed].map(([machine, record]): Move => ({ machine, day, record, sign: -1 }));
  await addSums(
    connection,
    moves.filter(({ record }) => record.counted),
  );
  return records.length;
}
