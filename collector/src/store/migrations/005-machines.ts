import { type Kysely, sql } from "kysely";
import type { EngineKind } from "../engine/connection.ts";

/** Invites that are bound to one machine, and an index for the history of one account's or one machine's limits. */
export async function bindInvites(db: Kysely<unknown>, kind: EngineKind): Promise<void> {
  const int = kind === "sqlite" ? "integer" : "bigint";
  await sql.raw(`alter table invite add column machine ${int} references machine (id)`).execute(db);
  await sql
    .raw("create index limit_history_owner on limit_history (account, machine, fetched_at)")
    .execute(db);
}
