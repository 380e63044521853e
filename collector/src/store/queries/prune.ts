import { type Kysely, sql, type Transaction } from "kysely";
import type { EngineKind } from "../engine/connection.ts";
import type { Tables } from "../tables.ts";

/** The row of `meta` with the day before which all was removed, at one time or another. */
export const PRUNED_BEFORE = "pruned_before";

/** That day; empty if nothing was ever removed. */
export async function prunedUntil(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from meta where key = ${PRUNED_BEFORE}`.execute(
    db,
  );
  return rows[0]?.value ?? "";
}

/** Removes what is older than a day: records, their sums, and readings of limits. Running totals stay. */
export async function prune(db: Kysely<Tables>, kind: EngineKind, day: string): Promise<number> {
  // First: a day that is removed must not be counted as new when a machine sends it again.
  await db
    .insertInto("meta")
    .values({ key: PRUNED_BEFORE, value: day })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ value: day }).where("meta.value", "<", day),
    )
    .execute();
  let removed = 0;
  for (;;) {
    const ofDay = await db.transaction().execute((transaction) => pruneOldest(transaction, kind, day));
    if (ofDay === undefined) break;
    removed += ofDay;
  }
  // The month of `day` itself stays: what its packs have from before is taken away from them.
  const month = `${day.slice(0, 7)}-01`;
  await db.deleteFrom("pack").where("day", "<", month).execute();
  await db.deleteFrom("pack_change").where("day", "<", month).execute();
  await db
    .deleteFrom("limit_history")
    .where("fetched_at", "<", Date.parse(`${day}T00:00:00Z`))
    .execute();
  return removed;
}

/**
 * Removes the oldest day, if it is before `day`: all of it, so that its sums go with it.
 * @returns how many machines held it; undefined if there is none
 */
async function pruneOldest(
  db: Transaction<Tables>,
  kind: EngineKind,
  day: string,
): Promise<number | undefined> {
  // A push must not add to the day meanwhile. SQLite lets nobody else write anyway.
  if (kind === "postgres") await sql`lock table machine_day in share row exclusive mode`.execute(db);
  const { oldest } = await db
    .selectFrom("machine_day")
    .select((eb) => eb.fn.min("day").as("oldest"))
    .executeTakeFirstOrThrow();
  if (oldest === null || oldest >= day) return undefined;
  await db
    .deleteFrom("usage")
    .where("day", "=", oldest)
    .where("machine", "in", db.selectFrom("machine_day").select("machine").where("day", "=", oldest))
    .execute();
  await db.deleteFrom("day_sum").where("day", "=", oldest).execute();
  await db.deleteFrom("account_day_sum").where("day", "=", oldest).execute();
  const { numDeletedRows } = await db
    .deleteFrom("machine_day")
    .where("day", "=", oldest)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
