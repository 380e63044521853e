import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { COUNT_COLUMNS, type CountRow } from "../counts.ts";
import type { Tables } from "../tables.ts";
import { type Entry, encodePack, readPack } from "./body.ts";
import type { Change } from "./changes.ts";
import { addCounts, addLimbs, isNothing, type Limbs, noLimbs } from "./limbs.ts";

/** Entries that are worked on before pushes get their turn. */
export const TURN = 2_000;

export interface Pack {
  readonly day: string;
  /** The last change that is in it. */
  readonly last_change: number;
  readonly body: Uint8Array;
}

export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

export const countsIn = (row: CountRow): number[] => COUNT_COLUMNS.map((name) => row[name]);

/**
 * What all machines used from the start of the month to the end of `day`: what the newest pack until then has, and what was
 * changed since. A day that is packed for the first time is read from its records, which have the changes to it.
 */
export async function packedUntil(
  db: Kysely<Tables>,
  { day, lastChange, isFirst }: { day: string; lastChange: number; isFirst: boolean },
): Promise<Buffer> {
  const sums = new Sums();
  const start = monthStart(day);
  const { rows: packs } = await sql<Pack>`select day, last_change, body from pack
    where body is not null and day >= ${start} and day <= ${day} order by day desc limit 1`.execute(db);
  const [base] = packs;
  if (base !== undefined) sums.addPack(base.body);
  const { rows: changes } = await sql<Change>`select * from pack_change
    where day >= ${start} and day <= ${day} and id <= ${lastChange} order by id`.execute(db);
  for (const change of changes) {
    if (!isIn(base, change) && !(isFirst && change.day === day)) sums.add(change, countsIn(change));
  }
  await nextTurn();
  if (isFirst) await addDay(db, day, sums);
  return encodePack(sums.entries());
}

async function addDay(db: Kysely<Tables>, day: string, sums: Sums): Promise<void> {
  const { rows } = await sql<Omit<Change, "id" | "day">>`select u.*, d.account
    from machine_day d join usage u on u.machine = d.machine and u.day = d.day
    where d.day = ${day} and d.counted = 1`.execute(db);
  for (const [index, row] of rows.entries()) {
    sums.add(row, countsIn(row));
    if (index % TURN === TURN - 1) await nextTurn();
  }
}

/** Whether a pack has a change. */
export function isIn(pack: Omit<Pack, "body"> | undefined, { day, id }: Pick<Change, "day" | "id">): boolean {
  return pack !== undefined && day <= pack.day && id <= pack.last_change;
}

class Sums {
  readonly #sums = new Map<string, Entry>();

  add(of: Omit<Entry, "sum">, counts: readonly number[]): void {
    addCounts(this.#of(of.machine, of.account, of.model), counts, 1);
  }

  addPack(body: Uint8Array): void {
    readPack(body, ({ accounts, models }) => (machine, account, model, sum) => {
      addLimbs(this.#of(machine, accounts[account] ?? "", models[model] ?? ""), sum, 1);
    });
  }

  entries(): Entry[] {
    return [...this.#sums.values()].filter(({ sum }) => !isNothing(sum));
  }

  #of(machine: number, account: string, model: string): Limbs {
    const name = `${machine}\0${account}\0${model}`;
    const known = this.#sums.get(name);
    if (known !== undefined) return known.sum;
    const sum = noLimbs();
    this.#sums.set(name, { machine, account, model, sum });
    return sum;
  }
}
