import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { addDays } from "../../../../src/base/calendar.ts";
import type { Tables } from "../tables.ts";
import { addPack, type Target } from "./add-pack.ts";
import { isIn, monthStart, type Pack } from "./build.ts";
import type { PackCache } from "./cache.ts";
import type { Change } from "./changes.ts";
import { type DecodedPack, decodePack } from "./decoded.ts";
import { countsIn } from "./limbs.ts";
import { MergedPacks } from "./merged.ts";
import { HEAD_BYTES, opened } from "./seal.ts";

export interface PackedRange {
  readonly from: string;
  readonly to: string;
  readonly model?: readonly string[] | undefined;
  readonly account?: readonly (string | null)[] | undefined;
  /** Days before this were removed at one time or another: packs may still have them. */
  readonly prunedBefore: string;
  /** What was noted of each day: the same text, unless it has changed. */
  readonly changes: ReadonlyMap<string, string>;
}

export interface Days {
  readonly from: string;
  readonly to: string;
}

type Mark = Omit<Pack, "body">;

/** What a range used, as packs say it and what was changed since. */
export interface PackedUse {
  /** The same text, unless it is different use. */
  readonly name: string;
  /** The days of the range that it does not answer for: their records do. */
  readonly rest: readonly Days[];
  addTo<Key>(targets: readonly Target<Key>[]): Promise<void>;
}

/**
 * Adds up packs, each with its sign: for a range within months, what was used until its end without what was before it.
 */
export async function packedUse(
  { db, packs }: { readonly db: Kysely<Tables>; readonly packs: PackCache },
  range: PackedRange,
): Promise<PackedUse> {
  const { from, to, prunedBefore, changes } = range;
  const start = from > prunedBefore ? from : prunedBefore;
  const marks = await packsBetween(db, monthStart(start), to);
  const end = marks.last < to ? marks.last : to;
  const none = { name: "", rest: [{ from, to }], addTo: async () => {} };
  if (start > end) return none;
  const ends = new Map(
    marks.packs.filter(({ day }) => day <= end).map((mark) => [monthStart(mark.day), mark]),
  );
  const before = marks.packs.findLast(({ day }) => day < start);
  const signed = new Map<string, 1 | -1>([...ends.values()].map(({ day }) => [day, 1]));
  // Where no day of the range has a pack of its own, the two are the same one, and nothing is left.
  if (before !== undefined && !signed.delete(before.day)) signed.set(before.day, -1);
  const found = await packOf(db, packs, signed);
  // One that is damaged is packed again soon. Until then, the records say the same.
  if (found === undefined) return none;
  const months = { from: monthStart(start), to: end };
  const noted = [...changes].filter(([day]) => day >= months.from && day <= end);
  return {
    name: [found.name, start, ...[...ends.values(), before].map((mark) => mark?.last_change), ...noted].join(
      "\n",
    ),
    rest: [
      ...(from < start ? [{ from, to: addDays(start, -1) }] : []),
      ...(end < to ? [{ from: addDays(end, 1), to }] : []),
    ],
    addTo: async (targets) => {
      const wanted = new Wanted(range, targets);
      wanted.addPack(found.pack);
      for (const change of await changesIn(db, months)) {
        if (!isIn(ends.get(monthStart(change.day)), change)) wanted.addChange(change, 1);
        if (change.day < start && !isIn(before, change)) wanted.addChange(change, -1);
      }
    },
  };
}

async function changesIn(db: Kysely<Tables>, { from, to }: Days): Promise<Change[]> {
  const { rows } = await sql<Change>`select * from pack_change where day >= ${from} and day <= ${to}`.execute(
    db,
  );
  return rows;
}

/** Some packs, each times its sign, as one; undefined if one of them cannot be used. */
async function packOf(
  db: Kysely<Tables>,
  cache: PackCache,
  signed: ReadonlyMap<string, 1 | -1>,
): Promise<{ readonly name: string; readonly pack: DecodedPack } | undefined> {
  const seals = await sealsOf(db, [...signed.keys()]);
  if (seals === undefined) return undefined;
  const names = seals.map(({ day, seal }) => `${signed.get(day) ?? 1} ${day} ${seal}`);
  const whole = names.join("\n");
  const known = cache.get(whole);
  if (known !== undefined) return { name: whole, pack: known };
  const merged = new MergedPacks();
  for (const { day, seal } of seals) {
    const name = `${day} ${seal}`;
    const pack = cache.get(name) ?? (await read(db, day));
    if (pack === undefined) return undefined;
    cache.add(name, pack);
    merged.add(pack, signed.get(day) ?? 1);
    // Pushes get their turn.
    await nextTurn();
  }
  const pack = merged.pack();
  cache.add(whole, pack);
  return { name: whole, pack };
}

/** What the packs of some days say they hold; undefined if one of them was found damaged a moment ago. */
async function sealsOf(
  db: Kysely<Tables>,
  days: readonly string[],
): Promise<{ day: string; seal: string }[] | undefined> {
  if (days.length === 0) return [];
  const { rows } = await sql<{ day: string; seal: Uint8Array | ArrayBuffer | null }>`
    select day, substr(body, 1, ${sql.lit(HEAD_BYTES)}) as seal from pack
    where day in (${sql.join(days)}) order by day`.execute(db);
  const seals = rows.flatMap(({ day, seal }) =>
    seal === null ? [] : [{ day, seal: Buffer.from(seal as Uint8Array).toString("base64") }],
  );
  return seals.length === days.length ? seals : undefined;
}

async function read(db: Kysely<Tables>, day: string): Promise<DecodedPack | undefined> {
  const { rows } = await sql<Pack>`select day, last_change, body from pack where day = ${day}`.execute(db);
  const pack = rows[0]?.body ? opened(rows[0].body) : undefined;
  return pack?.status === "ok" ? decodePack(pack.body) : undefined;
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

  addPack(pack: DecodedPack): void {
    const isAccount = pack.accounts.map((name) => this.#accounts?.has(name) ?? true);
    const isModel = pack.models.map((name) => this.#models?.has(name) ?? true);
    for (const target of this.#targets) addPack(target, pack, { isAccount, isModel, sign: 1 });
  }

  addChange(change: Omit<Change, "id" | "day">, sign: 1 | -1): void {
    const { machine, account, model } = change;
    if (this.#accounts?.has(account) === false || this.#models?.has(model) === false) return;
    for (const { table, keyOf } of this.#targets)
      table.add(table.row(keyOf(machine, account)), table.column(model), countsIn(change), sign);
  }
}
