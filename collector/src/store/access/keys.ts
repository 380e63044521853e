import type { Kysely, Selectable } from "kysely";
import { note } from "../audit.ts";
import type { Actor } from "../records.ts";
import type { Key, NewKey } from "../secrets.ts";
import type { Tables } from "../tables.ts";

export function addKey(db: Kysely<Tables>, key: NewKey, by: Actor): Promise<"added" | "name_taken"> {
  return db.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto("api_key")
      .values({
        hash: key.hash,
        prefix: key.prefix,
        name: key.name,
        scope: key.scope,
        created_at: by.at,
        created_by: by.who,
      })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .returning("name")
      .execute();
    if (added.length === 0) return "name_taken";
    await note(transaction, by, "key.create", key.name);
    return "added";
  });
}

/** By name. */
export async function listKeys(db: Kysely<Tables>): Promise<Key[]> {
  return (await db.selectFrom("api_key").selectAll().orderBy("name").execute()).map(keyOf);
}

export function revokeKey(db: Kysely<Tables>, name: string, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const gone = await transaction.deleteFrom("api_key").where("name", "=", name).returning("name").execute();
    if (gone.length === 0) return false;
    await note(transaction, by, "key.revoke", name);
    return true;
  });
}

export async function findKey(db: Kysely<Tables>, hash: string): Promise<Key | undefined> {
  const row = await db.selectFrom("api_key").selectAll().where("hash", "=", hash).executeTakeFirst();
  return row && keyOf(row);
}

function keyOf(row: Selectable<Tables["api_key"]>): Key {
  return {
    name: row.name,
    prefix: row.prefix,
    scope: row.scope,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}
