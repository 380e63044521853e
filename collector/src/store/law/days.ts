import { createHash } from "node:crypto";
import { addDays, torontoDay } from "../../../../src/base/calendar.ts";
import { type KeptDay, mergeDay, RETENTION_DAYS } from "../../../../src/contract/index.ts";
import type { SentDay } from "../../ingest/index.ts";
import { COUNTS, sameCounts, totalsOf, valuesOf } from "../counts.ts";
import type { Connection } from "../engine/connection.ts";
import { upsert } from "../engine/upsert.ts";
import type { Push } from "../store.ts";
import { type DayChange, type DayRecord, loadRecords, sameRecord } from "./record.ts";
import type { MachineRow } from "./sender.ts";

/**
 * What a snapshot that is not late changes (rules 1, 3 and 4). A snapshot repeats some 35 days each time: all but the newest.
 * If they are those of the machine's last snapshot, with the same account, they were merged then, and merging them again
 * changes nothing. Unless one is older than what machines keep: a retention may have removed it.
 */
export async function changedDays(
  connection: Connection,
  machine: MachineRow,
  { snapshot, arrivedAt }: Push,
): Promise<{ changes: DayChange[]; pastDigest: string }> {
  const account = snapshot.machine.account ?? "";
  const newest = snapshot.days.reduce((latest, { day }) => (day > latest ? day : latest), "");
  const pastDigest = digestOf(
    snapshot.days.filter(({ day }) => day !== newest),
    account,
  );
  const oldestUsual = addDays(torontoDay(arrivedAt), -RETENTION_DAYS);
  const isKnown = pastDigest === machine.past_digest && snapshot.days.every(({ day }) => day >= oldestUsual);
  const days = isKnown ? snapshot.days.filter(({ day }) => day === newest) : snapshot.days;
  const names = days.map(({ day }) => day);
  const kept = await loadRecords(connection, machine.id, names);
  const changes = days.flatMap((day) => {
    const before = kept.get(day.day);
    const after = merged(before, day, account);
    return before !== undefined && sameRecord(before, after) ? [] : [{ day: day.day, before, after }];
  });
  return { changes: changes.sort((a, b) => (a.day < b.day ? -1 : 1)), pastDigest };
}

/** Counts as the bytes of numbers: writing them out in digits would cost more than all the rest. */
function digestOf(days: readonly SentDay[], account: string): string {
  const texts = [account];
  const numbers: number[] = [];
  for (const { day, state, models } of days) {
    const entries = Object.entries(models);
    texts.push(day, state);
    numbers.push(entries.length);
    for (const [model, counts] of entries) {
      texts.push(model);
      for (const [key] of COUNTS) numbers.push(counts[key] ?? 0);
    }
  }
  const bytes = new Uint8Array(new Float64Array(numbers).buffer);
  return createHash("sha256").update(JSON.stringify(texts)).update(bytes).digest("base64");
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
