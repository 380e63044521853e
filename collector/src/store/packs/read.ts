import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { addDays } from "../../../../src/base/calendar.ts";
import { COUNT_COLUMNS } from "../counts.ts";
import type { Tables } from "../tables.ts";
import { readPack } from "./body.ts";
import { isIn, monthStart, type Pack } from "./build.ts";
import type { Change } from "./changes.ts";
import { addCounts, addLimbs, countsIn, type Limbs, noLimbs } from "./limbs.ts";

export interface PackedRange {
  readonly from: string;
  readonly to: string;
  readonly model?: readonly string[] | undefined;
  readonly account?: readonly (string | null)[] | undefined;
  /** Days before this were removed at one time or another: packs may still have them. */
  readonly prunedBefore: string;
}

/** What each group used of each model. */
export type PackedSums<Key> = Map<Key, Map<string, Limbs>>;

interface Days {
  readonly from: string;
  readonly to: string;
}

export interface PackedPart<Key> {
  readonly sums: PackedSums<Key>;
  /** The days of the range that the packs do not answer for: their records do. */
  readonly rest: readonly Days[];
}

/** Rows that are added up before pushes get their turn. */
const TURN = 2_000;

const COLUMNS = sql.raw(COUNT_COLUMNS.map((name) => `u.${name}`).join(", "));

type Mark = Omit<Pack, "body">;

/** What a range used: from packs as far as they go, and from the records of the days that are left, such as today. */
export async function sumsOf<Key>(
  db: Kysely<Tables>,
  range: PackedRange,
  keyOf: (machine: number, account: string) => Key,
): Promise<PackedSums<Key>> {
  const { sums, rest } = await packedSums(db, range, keyOf);
  const wanted = new Wanted(range, keyOf, sums);
  for (const { from, to } of rest) {
    const { rows } = await sql<Omit<Change, "id" | "day">>`select u.machine, d.account, u.model, ${COLUMNS}
      from machine_day d join usage u on u.machine = d.machine and u.day = d.day
      where d.day >= ${from} and d.day <= ${to} and d.counted = 1`.execute(db);
    for (const [index, row] of rows.entries()) {
      wanted.addChange(row, 1);
      if (index % TURN === TURN - 1) await nextTurn();
    }
  }
  return sums;
}

/** Adds up packs, each with its sign: for a range within months, what was used until its end without what was before it. */
export async function packedSums<Key>(
  db: Kysely<Tables>,
  range: PackedRange,
  keyOf: (machine: number, account: string) => Key,
): Promise<PackedPart<Key>> {
  const { from, to, prunedBefore } = range;
  const start = from > prunedBefore ? from : prunedBefore;
  const marks = await packsBetween(db, monthStart(start), to);
  const end = marks.last < to ? marks.last : to;
  if (start > end) return { sums: new Map(), rest: [{ from, to }] };
  const wanted = new Wanted(range, keyOf);
  const ends = new Map(
    marks.packs.filter(({ day }) => day <= end).map((mark) => [monthStart(mark.day), mark]),
  );
  const before = marks.packs.findLast(({ day }) => day < start);
  const signed = [...ends.values()].map((mark): [Mark, 1 | -1] => [mark, 1]);
  for (const [{ day }, sign] of before === undefined ? signed : [...signed, [before, -1] as const]) {
    const { rows } = await sql<Pack>`select day, last_change, body from pack where day = ${day}`.execute(db);
    if (rows[0] !== undefined) wanted.addPack(rows[0].body, sign);
    // Pushes get their turn.
    await nextTurn();
  }
  const { rows: changes } = await sql<Change>`select * from pack_change
    where day >= ${monthStart(start)} and day <= ${end}`.execute(db);
  for (const change of changes) {
    if (!isIn(ends.get(monthStart(change.day)), change)) wanted.addChange(change, 1);
    if (change.day < start && !isIn(before, change)) wanted.addChange(change, -1);
  }
  const rest = [
    ...(from < start ? [{ from, to: addDays(start, -1) }] : []),
    ...(end < to ? [{ from: addDays(end, 1), to }] : []),
  ];
  return { sums: wanted.sums, rest };
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
  readonly sums: PackedSums<Key>;
  readonly #models: ReadonlySet<string> | undefined;
  readonly #accounts: ReadonlySet<string> | undefined;
  readonly #keyOf: (machine: number, account: string) => Key;

  constructor(
    { model, account }: PackedRange,
    keyOf: (machine: number, account: string) => Key,
    sums: PackedSums<Key> = new Map(),
  ) {
    this.sums = sums;
    this.#models = model?.length ? new Set(model) : undefined;
    this.#accounts = account?.length ? new Set(account.map((name) => name ?? "")) : undefined;
    this.#keyOf = keyOf;
  }

  addPack(body: Uint8Array, sign: 1 | -1): void {
    readPack(body, ({ accounts, models }) => {
      const isAccount = accounts.map((name) => this.#accounts?.has(name) ?? true);
      const isModel = models.map((name) => this.#models?.has(name) ?? true);
      // Entries of one machine and account follow each other.
      let [lastMachine, lastAccount]: [number, number] = [-1, -1];
      let sums: (Limbs | undefined)[] = [];
      return (machine, account, model, sum) => {
        if (!isAccount[account] || !isModel[model]) return;
        if (machine !== lastMachine || account !== lastAccount) {
          [lastMachine, lastAccount, sums] = [machine, account, []];
        }
        let known = sums[model];
        if (known === undefined) {
          known = this.#of(machine, accounts[account] ?? "", models[model] ?? "");
          sums[model] = known;
        }
        addLimbs(known, sum, sign);
      };
    });
  }

  addChange(change: Omit<Change, "id" | "day">, sign: 1 | -1): void {
    const { machine, account, model } = change;
    if (this.#accounts?.has(account) === false || this.#models?.has(model) === false) return;
    addCounts(this.#of(machine, account, model), countsIn(change), sign);
  }

  #of(machine: number, account: string, model: string): Limbs {
    const key = this.#keyOf(machine, account);
    let models = this.sums.get(key);
    if (models === undefined) {
      models = new Map();
      this.sums.set(key, models);
    }
    let sum = models.get(model);
    if (sum === undefined) {
      sum = noLimbs();
      models.set(model, sum);
    }
    return sum;
  }
}
