import type { Kysely } from "kysely";
import type { NewSession } from "../people.ts";
import type { Actor } from "../records.ts";
import type { Tables } from "../tables.ts";

export async function insertSessionRow(
  db: Kysely<Tables>,
  person: string,
  { hash, prefix, expiresAt, method = "link", browser = null }: NewSession,
  by: Actor,
): Promise<void> {
  const row = { hash, prefix, person, method, browser, address: by.from };
  await db
    .insertInto("session")
    .values({ ...row, created_at: by.at, expires_at: expiresAt })
    .execute();
}
