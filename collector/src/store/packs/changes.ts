import type { Models } from "../../../../src/contract/index.ts";
import { COUNT_COLUMNS, type CountRow, valuesOf } from "../counts.ts";
import type { Connection } from "../engine/connection.ts";
import { insertion } from "../engine/upsert.ts";

/** A record that enters the sums, or leaves them. */
interface Moved {
  readonly machine: number;
  readonly day: string;
  readonly record: { readonly account: string; readonly models: Models };
  readonly sign: 1 | -1;
}

/** What was added to a day after it was packed; less than 0 for what was taken away. */
export interface Change extends CountRow {
  readonly id: number;
  readonly day: string;
  readonly machine: number;
  readonly account: string;
  readonly model: string;
}

const CHANGE = insertion({
  table: "pack_change",
  columns: {
    day: "text",
    machine: "bigint",
    account: "text",
    model: "text",
    ...Object.fromEntries(COUNT_COLUMNS.map((name) => [name, "bigint" as const])),
  },
});

/**
 * Notes what changes in days that are packed, within the transaction that changes it, and after its records were written. Most
 * pushes change today only, which is not packed.
 */
export async function noteChanges(connection: Connection, moves: readonly Moved[]): Promise<void> {
  if (moves.length === 0) return;
  const [row] = await connection.all<{ day: string | null }>("select max(day) as day from pack");
  const packed = row?.day ?? "";
  const net = new Map<string, { row: (string | number)[]; sign: number }>();
  for (const { machine, day, record, sign } of moves) {
    if (day > packed) continue;
    for (const [model, counts] of Object.entries(record.models)) {
      const row = [day, machine, record.account, model, ...valuesOf(counts)];
      const name = JSON.stringify(row);
      net.set(name, { row, sign: sign + (net.get(name)?.sign ?? 0) });
    }
  }
  const rows = [...net.values()].flatMap(({ row, sign }) =>
    Array.from({ length: Math.abs(sign) }, () =>
      row.map((value, index) => (index > 3 ? Number(value) * Math.sign(sign) : value)),
    ),
  );
  if (rows.length > 0) await connection.upsert(CHANGE, rows);
}
