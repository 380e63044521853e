import { type KeptDay, mergeDay } from "../../../../src/contract/index.ts";
import type { SentDay, Snapshot } from "../../ingest/index.ts";
import { sameCounts, totalsOf, valuesOf } from "../counts.ts";
import type { Connection } from "../engine/connection.ts";
import { upsert } from "../engine/upsert.ts";
import { type DayChange, type DayRecord, loadRecords, sameRecord } from "./record.ts";
import type { MachineRow } from "./sender.ts";

/**
 * What a snapshot that is not late changes (rules 1, 3 and 4). The days that were left out were merged with the machine's last
 * snapshot, with the same account: merging them again would change nothing.
 */
export async function changedDays(
  connection: Connection,
  machine: MachineRow,
  { days, machine: { account } }: Snapshot,
): Promise<DayChange[]> {
  const names = days.map(({ day }) => day);
  const kept = await loadRecords(connection, machine.id, names);
  const changes = days.flatMap((day) => {
    const before = kept.get(day.day);
    const after = merged(before, day, account ?? "");
    return before !== undefined && sameRecord(before, after) ? [] : [{ day: day.day, before, after }];
  });
  return changes.sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** A record keeps the account of the snapshot that brought it. */
function merged(before: DayRecord | undefined, { state, models }: SentDay, account: string): DayRecord {
  const arrived: KeptDay = { state, models };
  const after = mergeDay(before, arrived);
  const isReplaced = before === undefined || after.models === arrived.models;
  return { ...after, account: isReplaced ? account : before.account, counted: before?.counted ?? true };
}

const COUNT_TYPES = {
  requests: "bigint",
  input_tokens: "bigint",
  output_tokens: "bigint",
  cache_creation_tokens: "bigint",
  cache_read_tokens: "bigint",
  cache_creation_1h_tokens: "bigint",
} as const;

const MACHINE_DAY = upsert({
  table: "machine_day",
  key: ["machine", "day"],
  columns: {
    machine: "bigint",
    day: "text",
    frozen: "bigint",
    account: "text",
    counted: "bigint",
    ...COUNT_TYPES,
  },
});

const USAGE = upsert({
  table: "usage",
  key: ["machine", "day", "model"],
  columns: { machine: "bigint", day: "text", model: "text", ...COUNT_TYPES },
});

export async function writeDays(
  connection: Connection,
  machine: number,
  changes: readonly DayChange[],
): Promise<void> {
  await connection.upsert(
    MACHINE_DAY,
    changes.map(({ day, after }) => [
      machine,
      day,
      after.state === "frozen" ? 1 : 0,
      after.account,
      after.counted ? 1 : 0,
      ...totalsOf(after.models),
    ]),
  );
  for (const { day, before, after } of changes) {
    for (const model of Object.keys(before?.models ?? {})) {
      if (Object.hasOwn(after.models, model)) continue;
      await connection.run("delete from usage where machine = $1 and day = $2 and model = $3", [
        machine,
        day,
        model,
      ]);
    }
  }
  const rows = changes.flatMap(({ day, before, after }) =>
    Object.entries(after.models).flatMap(([model, counts]) => {
      const known = before?.models[model];
      return known !== undefined && sameCounts(known, counts)
        ? []
        : [[machine, day, model, ...valuesOf(counts)]];
    }),
  );
  if (rows.length > 0) await connection.upsert(USAGE, rows);
}
