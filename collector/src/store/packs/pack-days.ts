import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Engine, type ReadSession, type Session, transaction } from "../engine/connection.ts";
import { kyselyOn } from "../engine/dialect.ts";
import { upsert } from "../engine/upsert.ts";
import type { Tables } from "../tables.ts";
import { monthStart, packedUntil, type Rest } from "./build.ts";
import { sealed } from "./seal.ts";

/** Changes that readers add to packs themselves. More are packed. */
const MANY_CHANGES = 20_000;
/** The lock of PostgreSQL that lets one process pack at a time. */
const LOCK = 7_203_114;

const PACK = upsert({
  table: "pack",
  key: ["day"],
  columns: { day: "text", last_change: "bigint", body: "bytea" },
});

export interface PackOptions {
  /** How many changes are worth packing. */
  readonly manyChanges?: number | undefined;
  readonly rest?: Rest | undefined;
}

type Way = Required<{ [Key in keyof PackOptions]: NonNullable<PackOptions[Key]> }>;

export const otherTurn: Rest = async () => {
  await nextTurn();
  return true;
};

/**
 * Packs one day that is over; if there is none, changes to packed days once they are many.
 * @param until the last day to pack: machines should rarely change it
 * @returns whether a day was packed: there may be more
 */
export function packDay(
  engine: Engine,
  until: string,
  { manyChanges = MANY_CHANGES, rest = otherTurn }: PackOptions = {},
): Promise<boolean> {
  const work = async () => {
    if (await packNext(engine, until, rest)) return true;
    await packChanges(engine, { manyChanges, rest });
    return false;
  };
  if (engine.kind === "sqlite") return work();
  return transaction(engine, async (session) => {
    const [row] = await session.all<{ locked: boolean }>("select pg_try_advisory_xact_lock($1) as locked", [
      LOCK,
    ]);
    return row?.locked ? work() : false;
  });
}

/**
 * The day is named before it is packed: from then on, changes to it are noted. Both begin at one moment at which no push is
 * under way.
 */
async function packNext(engine: Engine, until: string, rest: Rest): Promise<boolean> {
  // Nearly always there is none, and no moment is needed.
  const next = await transaction(engine, (session) => findNext(session, until));
  if (next === undefined) return false;
  return engine.momentAside(async (reading) => {
    const { result: day, lastChange } = await alone(engine, reading, (writing) => nameNext(writing, until));
    return day !== undefined && write(engine, kyselyOn(reading), { day, lastChange, isFirst: true }, rest);
  });
}

/** Runs what no push may run beside. @returns its result, and the last change before the moment that `reading` sees */
function alone<T>(engine: Engine, reading: ReadSession, work: (writing: Session) => Promise<T>) {
  return transaction(engine, async (writing) => {
    // SQLite lets nobody else write anyway.
    if (writing.kind === "postgres") await writing.run("lock table machine_day in share row exclusive mode");
    const [row] = await reading.all<{ id: number | null }>("select max(id) as id from pack_change");
    return { lastChange: row?.id ?? 0, result: await work(writing) };
  });
}

/** A day that was named and not packed, or the one after the last. */
async function findNext(
  session: Session,
  until: string,
): Promise<{ day: string; isNamed: boolean } | undefined> {
  type Row = { readonly day: string | null };
  const [named] = await session.all<Row>("select min(day) as day from pack where body is null");
  if (named?.day) return { day: named.day, isNamed: true };
  const [next] = await session.all<Row>(
    "select min(day) as day from machine_day where day > coalesce((select max(day) from pack), '') and day <= $1",
    [until],
  );
  return next?.day ? { day: next.day, isNamed: false } : undefined;
}

async function nameNext(session: Session, until: string): Promise<string | undefined> {
  const next = await findNext(session, until);
  if (next?.isNamed === false)
    await session.run("insert into pack (day, last_change) values ($1, 0)", [next.day]);
  return next?.day;
}

/** @returns whether it was written: not if it was ended before */
async function write(
  engine: Engine,
  db: Kysely<Tables>,
  asked: { day: string; lastChange: number; isFirst: boolean },
  rest: Rest,
): Promise<boolean> {
  const body = await packedUntil(db, asked, rest);
  if (body === undefined) return false;
  await transaction(engine, (writing) => writing.upsert(PACK, [[asked.day, asked.lastChange, sealed(body)]]));
  return true;
}

/** Packs the changes to packed days, so that no page has to read them. */
async function packChanges(engine: Engine, { manyChanges, rest }: Way): Promise<void> {
  const [row] = await transaction(engine, (session) =>
    session.all<{ changes: number }>("select count(*) as changes from pack_change"),
  );
  if ((row?.changes ?? 0) === 0 || (row?.changes ?? 0) < manyChanges) return;
  const { days, last } = await engine.momentAside((reading) => changedDays(kyselyOn(reading)));
  for (const day of days) {
    const isWritten = await engine.momentAside(async (reading) => {
      const { lastChange } = await alone(engine, reading, async () => {});
      return write(engine, kyselyOn(reading), { day, lastChange, isFirst: false }, rest);
    });
    if (!isWritten) return;
  }
  if (days.length > 0)
    await transaction(engine, (writing) => writing.run("delete from pack_change where id <= $1", [last]));
}

/** The changed days and those packed after them in the same month, in order. */
async function changedDays(db: Kysely<Tables>): Promise<{ days: string[]; last: number }> {
  const { rows } = await sql<{ day: string; last: number }>`
    select day, max(id) as last from pack_change group by day order by day`.execute(db);
  const last = Math.max(0, ...rows.map((row) => row.last));
  const { rows: packed } = await sql<{ day: string }>`select day from pack`.execute(db);
  const firsts = new Map<string, string>();
  for (const { day } of rows) firsts.set(monthStart(day), firsts.get(monthStart(day)) ?? day);
  const later = packed.filter(({ day }) => day > (firsts.get(monthStart(day)) ?? day));
  return { days: [...new Set([...rows, ...later].map(({ day }) => day))].sort(), last };
}
