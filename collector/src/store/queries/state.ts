import { type Kysely, sql } from "kysely";
import type { EngineKind } from "../engine/connection.ts";
import type { DatabaseState } from "../records.ts";
import type { Tables } from "../tables.ts";

const SIZE = {
  sqlite: sql<{ bytes: number; version: string }>`
    select page_count * page_size as bytes, sqlite_version() as version from pragma_page_count(), pragma_page_size()`,
  postgres: sql<{ bytes: number; version: string }>`
    select pg_database_size(current_database()) as bytes, current_setting('server_version') as version`,
} as const;

/** The audit log's word for a copy that was made. */
export const BACKUP = "backup.create";

export async function databaseState(db: Kysely<Tables>, kind: EngineKind): Promise<DatabaseState> {
  const { rows } = await SIZE[kind].execute(db);
  const migrations = await sql<{
    name: string;
  }>`select name from migration order by name desc limit 1`.execute(db);
  const backup = await db
    .selectFrom("audit")
    .select((eb) => eb.fn.max("at").as("at"))
    .where("action", "=", BACKUP)
    .executeTakeFirst();
  return {
    kind,
    bytes: Number(rows[0]?.bytes ?? 0),
    version: rows[0]?.version ?? "",
    schema: migrations.rows[0]?.name ?? "",
    backupAt: backup?.at ?? null,
  };
}
