import { type Kysely, sql } from "kysely";
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
