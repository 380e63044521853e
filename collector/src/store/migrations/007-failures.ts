import { type Kysely, sql } from "kysely";
import type { EngineKind } from "../engine/connection.ts";
import { typesOf } from "./types.ts";

/**
 * Failed secrets and passwords of the last minute, which all processes count together. One process alone, as on SQLite, counts in
 * its memory. Unlogged: counting waits for no disk and no standby, and after a crash it begins anew.
 */
export async function countFailures(db: Kysely<unknown>, kind: EngineKind): Promise<void> {
  if (kind === "sqlite") return;
  const { text, int } = typesOf(kind);
  await sql
    .raw(
      `create unlogged table failure (key ${text} primary key, since ${int} not null, count ${int} not null)`,
    )
    .execute(db);
}
