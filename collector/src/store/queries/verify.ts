import { type Kysely, sql } from "kysely";
import { COUNT_COLUMNS, type CountRow, countsOf, totalsOf, valuesOf } from "../counts.ts";
import type { EngineKind } from "../engine/connection.ts";
import { otherTurn, PackCache, packedUse, SumTable, unreadPacks } from "../packs/index.ts";
import type { Tables } from "../tables.ts";
import { prunedUntil } from "./pruned-until.ts";

/** How many records, and what they used: the counts in the order of their columns. */
type Sum = readonly bigint[];

/** All days that are held, or have sums. */
async function heldDays(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from machine_day union select day from day_sum union select day from account_day_sum order by day
  `.execute(db);
  return rows.map(({ day }) => day);
}

const PACKS = {
  damaged:
    "damaged. Its days are read from their records, and packed again by the running collector within a day",
  newer: "of a newer version. Its days are read from their records. Fix: update this collector",
} as const;

/** Works out all sums again, from the records, and compares. @returns a line for each that differs */
export async function verifySums(db: Kysely<Tables>, kind: EngineKind): Promise<string[]> {
  const unread = await unreadPacks(db, otherTurn);
  const lines = unread.map(({ day, status }) => `${day}: its pack is ${PACKS[status]}`);
  for (const day of await heldDays(db)) lines.push(...(await verifyDay(db, kind, day)));
  return lines;
}

function verifyDay(db: Kysely<Tables>, kind: EngineKind, day: string): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    // All statements see one moment. In SQLite they do anyway.
    if (kind === "postgres") await sql`set transaction isolation level repeatable read`.execute(transaction);
    const records = await loadRecords(transaction, day);
    const counted = records.filter((record) => record.counted);
    return [
      ...differences(day, expected(counted, false), await kept(transaction, "day_sum", day)),
      ...differences(day, expected(counted, true), await kept(transaction, "account_day_sum", day)),
      ...wrongTotals(day, records),
      ...wrongCounted(day, records),
      ...(await wrongPacks(transaction, day, counted)),
    ];
  });
}

interface Loaded {
  readonly machine: number;
  readonly root: number;
  readonly account: string;
  readonly counted: boolean;
  readonly totals: string;
  readonly models: Record<string, ReturnType<typeof countsOf>>;
}

async function loadRecords(db: Kysely<Tables>, day: string): Promise<Loaded[]> {
  const { rows: days } = await sql<{
    machine: number;
    root: number;
    account: string;
    counted: number;
    totals: string;
  }>`
    select d.machine, m.root, d.account, d.counted,
      ${sql.raw(COUNT_COLUMNS.map((name) => `cast(d.${name} as text)`).join(" || ' ' || "))} as totals
    from machine_day d join machine m on m.id = d.machine where d.day = ${day} order by d.machine`.execute(
    db,
  );
  const { rows: models } = await sql<CountRow & { machine: number; model: string }>`
    select u.* from machine_day d join usage u on u.machine = d.machine and u.day = d.day where d.day = ${day}
  `.execute(db);
  const byMachine = new Map(
    days.map((row) => [
      row.machine,
      { ...row, counted: row.counted === 1, models: Object.create(null) } as Loaded,
    ]),
  );
  for (const row of models) {
    const record = byMachine.get(row.machine);
    if (record !== undefined) record.models[row.model] = countsOf(row);
  }
  return [...byMachine.values()];
}

function expected(records: readonly Loaded[], byAccount: boolean): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  const add = (key: string, counts: readonly (number | bigint)[]) => {
    const known = sums.get(key) ?? [0n, ...COUNT_COLUMNS.map(() => 0n)];
    sums.set(
      key,
      known.map((sum, index) => sum + BigInt(index === 0 ? 1 : (counts[index - 1] ?? 0))),
    );
  };
  for (const { account, models } of records) {
    const keyOf = (model: string) => JSON.stringify(byAccount ? [account, model] : [model]);
    for (const [model, counts] of Object.entries(models)) add(keyOf(model), valuesOf(counts));
    const all = Object.values(models).map(valuesOf);
    add(
      keyOf(""),
      COUNT_COLUMNS.map((_, index) => all.reduce((sum, counts) => sum + BigInt(counts[index] ?? 0), 0n)),
    );
  }
  return sums;
}

async function kept(
  db: Kysely<Tables>,
  table: "day_sum" | "account_day_sum",
  day: string,
): Promise<Map<string, Sum>> {
  const keys = table === "day_sum" ? ["model"] : ["account", "model"];
  const names = ["holders", ...COUNT_COLUMNS, ...COUNT_COLUMNS.map((name) => `${name}_high`)];
  const sums = names.map((name) => `cast(sum(${name}) as text) as ${name}`);
  const { rows } = await sql<Record<string, string>>`
    select ${sql.raw([...keys, ...sums].join(", "))} from ${sql.table(table)} where day = ${day}
    group by ${sql.raw(keys.join(", "))}`.execute(db);
  return new Map(
    rows.map((row) => [
      JSON.stringify(keys.map((key) => row[key])),
      [
        BigInt(row["holders"] ?? 0),
        ...COUNT_COLUMNS.map((name) => BigInt(row[name] ?? 0) + (BigInt(row[`${name}_high`] ?? 0) << 32n)),
      ],
    ]),
  );
}

/** A sum of no records may have a row, of zeros. */
function differences(day: string, expectedSums: Map<string, Sum>, keptSums: Map<string, Sum>): string[] {
  const keys = new Set([...expectedSums.keys(), ...keptSums.keys()]);
  const text = (sum: Sum | undefined) => (sum ?? [0n, ...COUNT_COLUMNS.map(() => 0n)]).join(" ");
  return [...keys]
    .sort()
    .filter((key) => text(expectedSums.get(key)) !== text(keptSums.get(key)))
    .map(
      (key) => `${day} ${key}: kept ${text(keptSums.get(key))}, recomputed ${text(expectedSums.get(key))}`,
    );
}

function wrongTotals(day: string, records: readonly Loaded[]): string[] {
  return records
    .filter(({ totals, models }) => totals !== totalsOf(models).join(" "))
    .map(
      ({ machine, totals, models }) =>
        `${day} machine ${machine}: kept ${totals}, recomputed ${totalsOf(models).join(" ")}`,
    );
}

/** Of machines that are shown as one, exactly one record of a day counts. */
function wrongCounted(day: string, records: readonly Loaded[]): string[] {
  const counted = new Map<number, number>();
  for (const record of records) {
    counted.set(record.root, (counted.get(record.root) ?? 0) + (record.counted ? 1 : 0));
  }
  return [...counted]
    .filter(([, count]) => count !== 1)
    .map(([root, count]) => `${day} machine ${root}: ${count} records count`);
}

/** What the packs say of the day alone: what they have until its end without what they have until the day before. */
async function wrongPacks(db: Kysely<Tables>, day: string, records: readonly Loaded[]): Promise<string[]> {
  const prunedBefore = await prunedUntil(db);
  const table = new SumTable<string>();
  const keyOf = (machine: number, account: string) => JSON.stringify([machine, account]);
  const range = { from: day, to: day, prunedBefore, changes: new Map<string, string>() };
  const packed = await packedUse({ db, packs: new PackCache() }, range);
  if (packed.rest.length > 0) return [];
  await packed.addTo([{ table, by: "both", keyOf }]);
  const left = new Map<string, bigint[]>();
  table.each((row, column, at) => {
    left.set(`${table.keys[row]} ${table.models[column]}`, table.exact(at));
  });
  for (const { machine, account, models } of records) {
    for (const [model, counts] of Object.entries(models)) {
      const key = `${JSON.stringify([machine, account])} ${model}`;
      const known = left.get(key) ?? COUNT_COLUMNS.map(() => 0n);
      left.set(
        key,
        valuesOf(counts).map((value, index) => (known[index] ?? 0n) - BigInt(value)),
      );
    }
  }
  return [...left]
    .filter(([, difference]) => difference.some((value) => value !== 0n))
    .map(([key, difference]) => `${day} ${key}: its packs differ by ${difference.join(" ")}`);
}
