import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { addDays } from "../../../../src/base/calendar.ts";
import type { Tables } from "../tables.ts";
import { readPack } from "./body.ts";
import { isIn, monthStart, type Pack } from "./build.ts";
import type { Change } from "./changes.ts";
import { countsIn } from "./limbs.ts";
import { opened } from "./seal.ts";
import type { SumTable } from "./sum-table.ts";

export interface PackedRange {
  readonly from: string;
  readonly to: string;
  readonly model?: readonly string[] | undefined;
  readonly account?: readonly (string | null)[] | undefined;
  /** Days before this were removed at one time or another: packs may still have them. */
  readonly prunedBefore: string;
}

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A table, and which of its groups the use of a machine under an account belongs to. */
export interface Target<Key> {
  readonly table: SumTable<Key>;
  readonly keyOf: (machine: number, account: string) => Key;
}

type Mark = Omit<Pack, "body">;

/**
 * Adds up packs, each with its sign: for a range within months, what was used until its end without what was before it.
 * @returns the days of the range that the packs do not answer for: their records do
 */
export async function addPacks<Key>(
  db: Kysely<Tables>,
  range: PackedRange,
  targets: readonly Target<Key>[],
): Promise<Days[]> {
  const { from, to, prunedBefore } = range;
  const start = from > prunedBefore ? from : prunedBefore;
  const marks = await packsBetween(db, monthStart(start), to);
  const end = marks.last < to ? marks.last : to;
  if (start > end) return [{ from, to }];
  const wanted = new Wanted(range, targets);
  const ends = new Map(
    marks.packs.filter(({ day }) => day <= end).map((mark) => [monthStart(mark.day), mark]),
  );
  const before = marks.packs.findLast(({ day }) => day < start);
  const signed = [...ends.values()].map((mark): [Mark, 1 | -1] => [mark, 1]);
  const bodies = await bodiesOf(db, before === undefined ? [...ends.values()] : [...ends.values(), before]);
  // One that is damaged is packed again soon. Until then, the records say the same.
  if (bodies === undefined) return [{ from, to }];
  for (const [{ day }, sign] of before === undefined ? signed : [...signed, [before, -1] as const]) {
    const body = bodies.get(day);
    if (body !== undefined) wanted.addPack(body, sign);
    // Pushes get their turn.
    await nextTurn();
  }
  const { rows: changes } = await sql<Change>`select * from pack_change
    where day >= ${monthStart(start)} and day <= ${end}`.execute(db);
  for (const change of changes) {
    if (!isIn(ends.get(monthStart(change.day)), change)) wanted.addChange(change, 1);
    if (change.day < start && !isIn(before, change)) wanted.addChange(change, -1);
  }
  return [
    ...(from < start ? [{ from, to: addDays(start, -1) }] : []),
    ...(end < to ? [{ from: addDays(end, 1), to }] : []),
  ];
}

/** What packs hold, by their day; undefined if one of them cannot be used. */
async function bodiesOf(
  db: Kysely<Tables>,
  marks: readonly Mark[],
): Promise<Map<string, Uint8Array> | undefined> {
  const bodies = new Map<string, Uint8Array>();
  for (const { day } of marks) {
    const { rows } = await sql<Pack>`select day, last_change, body from pack where day = ${day}`.execute(db);
    const [row] = rows;
    // It may have been found damaged a moment ago.
    const pack = row?.body ? opened(row.body) : undefined;
    if (pack?.status !== "ok") return undefined;
    bodies.set(day, pack.body);
  }
  return bodies;
}

/** The packs of a range, by day, and the last day that packs answer for: one after it may be named and not packed yet. */
async function packsBetween(db: Kysely<Tables>, from: string, to: string) {
  const { rows } = await sql<{ last: string | null }>`select max(day) as last from pack where body is not null
    and day < coalesce((select min(day) from pack where body is null), '9999-99-99')`.execute(db);
  const last = rows[0]?.last ?? "";
  const { rows: packs } = await sql<Mark>`select day, last_change from pack
    where day >= ${from} and day <= ${to} and day <= ${last} order by day`.execute(db);
  return { last, packs };
}

/** The sums that are asked for. */
class Wanted<Key> {
  readonly #models: ReadonlySet<string> | undefined;
  readonly #accounts: ReadonlySet<string> | undefined;
  readonly #targets: readonly Target<Key>[];

  constructor({ model, account }: Pick<PackedRange, "model" | "account">, targets: readonly Target<Key>[]) {
    this.#models = model?.length ? new Set(model) : undefined;
    this.#accounts = account?.length ? new Set(account.map((name) => name ?? "")) : undefined;
    this.#targets = targets;
  }

  addPack(body: Uint8Array, sign: 1 | -1): void {
    for (const { table, keyOf } of this.#targets) {
      readPack(body, ({ accounts, models }) => {
        const isAccount = accounts.map((name) => this.#accounts?.has(name) ?? true);
        const columns = models.map((name) => (this.#models?.has(name) === false ? -1 : table.column(name)));
        // Entries of one machine and account follow each other.
        let [lastMachine, lastAccount, row] = [-1, -1, 0];
        return (machine, account, model, sum) => {
          const column = columns[model] ?? -1;
          if (column === -1 || !isAccount[account]) return;
          if (machine !== lastMachine || account !== lastAccount) {
            [lastMachine, lastAccount] = [machine, account];
            row = table.row(keyOf(machine, accounts[account] ?? ""));
          }
          table.addLimbs(row, column, sum, sign);
        };
      });
    }
  }

  addChange(change: Omit<Change, "id" | "day">, sign: 1 | -1): void {
    const { machine, account, model } = change;
    if (this.#accounts?.has(account) === false || this.#models?.has(model) === false) return;
    for (const { table, keyOf } of this.#targets)
      table.add(table.row(keyOf(machine, account)), table.column(model), countsIn(change), sign);
  }
}
