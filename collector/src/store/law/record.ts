import type { KeptDay } from "../../../../src/contract/index.ts";
import { type CountRow, countsOf, sameCounts } from "../counts.ts";
import type { Connection } from "../engine/connection.ts";

/** A machine's record of a day. */
export interface DayRecord extends KeptDay {
  /** Of the snapshot that brought it. Empty if that named none. */
  readonly account: string;
  readonly counted: boolean;
}

/** What a snapshot changed. */
export interface DayChange {
  readonly day: string;
  readonly before: DayRecord | undefined;
  readonly after: DayRecord;
}

interface RecordRow extends CountRow {
  readonly machine: number;
  readonly day: string;
  readonly frozen: number;
  readonly account: string;
  readonly counted: number;
  /** Null for a day without models. */
  readonly model: string | null;
}

const RECORDS = `select d.machine, d.day, d.frozen, d.account, d.counted, u.model, u.requests, u.input_tokens, u.output_tokens,
    u.cache_creation_tokens, u.cache_read_tokens, u.cache_creation_1h_tokens
  from machine_day d left join usage u on u.machine = d.machine and u.day = d.day`;

/** Which days a list in JSON names. One by one: a machine may hold any number of days between two of them. */
const OF_LIST = {
  sqlite: "d.day in (select value from json_each($2))",
  postgres: "d.day in (select jsonb_array_elements_text($2::jsonb))",
} as const;

/** A machine's records by day. @param days only these; all if undefined */
export async function loadRecords(
  connection: Connection,
  machine: number,
  days: readonly string[] | undefined,
): Promise<Map<string, DayRecord>> {
  const ofMachine = `${RECORDS} where d.machine = $1`;
  const rows =
    days === undefined
      ? await connection.all<RecordRow>(ofMachine, [machine])
      : await connection.all<RecordRow>(`${ofMachine} and ${OF_LIST[connection.kind]}`, [
          machine,
          JSON.stringify(days),
        ]);
  return recordsOf(rows, ({ day }) => day);
}

function recordsOf<Key>(rows: readonly RecordRow[], keyOf: (row: RecordRow) => Key): Map<Key, DayRecord> {
  const records = new Map<Key, DayRecord>();
  for (const row of rows) {
    const key = keyOf(row);
    let record = records.get(key);
    if (record === undefined) {
      record = {
        state: row.frozen === 1 ? "frozen" : "open",
        account: row.account,
        counted: row.counted === 1,
        models: Object.create(null),
      };
      records.set(key, record);
    }
    if (row.model !== null) record.models[row.model] = countsOf(row);
  }
  return records;
}

export function sameRecord(a: DayRecord, b: DayRecord): boolean {
  const models = Object.entries(a.models);
  return (
    a.state === b.state &&
    a.account === b.account &&
    models.length === Object.keys(b.models).length &&
    models.every(([model, counts]) => {
      const other = Object.hasOwn(b.models, model) ? b.models[model] : undefined;
      return other !== undefined && sameCounts(counts, other);
    })
  );
}
