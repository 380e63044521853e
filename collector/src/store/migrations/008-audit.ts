import { type Kysely, sql } from "kysely";
import type { EngineKind } from "../engine/connection.ts";
import { typesOf } from "./types.ts";

/** How often something happened in an hour, for what strangers can do as often as they like. */
export async function countAudit(db: Kysely<unknown>, kind: EngineKind): Promise<void> {
  const { int, text } = typesOf(kind);
  for (const statement of [
    `alter table audit add column times ${int} not null default 1`,
    `alter table audit add column often ${text}`,
    "create unique index audit_often on audit (often)",
  ])
    await sql.raw(statement).execute(db);
}
