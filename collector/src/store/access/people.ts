import type { Kysely, Selectable } from "kysely";
import { note } from "../audit.ts";
import type { Actor } from "../records.ts";
import type { Person, Role } from "../secrets.ts";
import type { Tables } from "../tables.ts";

export function addPerson(
  db: Kysely<Tables>,
  { name, role }: { name: string; role: Role },
  by: Actor,
): Promise<"added" | "name_taken"> {
  return db.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto("person")
      .values({ name, role, created_at: by.at })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .returning("name")
      .execute();
    if (added.length === 0) return "name_taken";
    await note(transaction, by, "person.add", name);
    return "added";
  });
}

/** By name. */
export async function listPeople(db: Kysely<Tables>): Promise<Person[]> {
  return (await db.selectFrom("person").selectAll().orderBy("name").execute()).map(personOf);
}

export async function findPerson(
  db: Kysely<Tables>,
  name: string,
): Promise<(Person & { passwordHash: string | null }) | undefined> {
  const row = await db.selectFrom("person").selectAll().where("name", "=", name).executeTakeFirst();
  return row && { ...personOf(row), passwordHash: row.password_hash };
}

/** Ends the person's sessions and links, too. */
export function setPassword(
  db: Kysely<Tables>,
  name: string,
  passwordHash: string | null,
  by: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable("person")
      .set({ password_hash: passwordHash })
      .where("name", "=", name)
      .returning("name")
      .execute();
    if (changed.length === 0) return false;
    await transaction.deleteFrom("session").where("person", "=", name).execute();
    await transaction.deleteFrom("login_link").where("person", "=", name).execute();
    await note(transaction, by, "person.password", name);
    return true;
  });
}

export function removePerson(db: Kysely<Tables>, name: string, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const gone = await transaction.deleteFrom("person").where("name", "=", name).returning("name").execute();
    if (gone.length === 0) return false;
    await note(transaction, by, "person.remove", name);
    return true;
  });
}

export function personOf(row: Omit<Selectable<Tables["person"]>, never>): Person {
  return {
    name: row.name,
    role: row.role,
    hasPassword: row.password_hash !== null,
    createdAt: row.created_at,
  };
}
