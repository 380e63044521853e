import type { Kysely, Selectable } from "kysely";
import { note } from "../audit.ts";
import type { NewPerson, OwnChange, Person, PersonChange, Role } from "../people.ts";
import type { Actor } from "../records.ts";
import type { Tables } from "../tables.ts";
import { insertSessionRow } from "./session-row.ts";

export function addPerson(db: Kysely<Tables>, person: NewPerson, by: Actor): Promise<"added" | "name_taken"> {
  return db.transaction().execute(async (transaction) => {
    const subject = person.isLocal ? "" : null;
    return (await insertPerson(transaction, { ...person, subject }, by)) ? "added" : "name_taken";
  });
}

/** @returns whether the name was free */
export async function insertPerson(
  db: Kysely<Tables>,
  { name, role, subject }: NewPerson & { readonly subject: string | null },
  by: Actor,
): Promise<boolean> {
  const added = await db
    .insertInto("person")
    .values({ name, role, subject, created_at: by.at })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("name")
    .execute();
  if (added.length === 0) return false;
  await note(db, by, "person.add", name);
  return true;
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

export function changeRole(db: Kysely<Tables>, name: string, role: Role, by: Actor): Promise<PersonChange> {
  return db.transaction().execute(async (transaction) => {
    const others = await lockOtherAdmins(transaction, name);
    if (role !== "admin" && others === "none") return "last_admin";
    const changed = await transaction
      .updateTable("person")
      .set({ role })
      .where("name", "=", name)
      .returning("name")
      .execute();
    if (changed.length === 0) return "unknown";
    await note(transaction, by, `person.make_${role}`, name);
    return "done";
  });
}

/**
 * Keeps others from changing a person until the transaction ends.
 * @param passwordHash what the person's must be; undefined for any
 * @returns whether there is such a person
 */
export async function lockPerson(
  db: Kysely<Tables>,
  name: string,
  passwordHash?: string | null,
): Promise<boolean> {
  const person = db
    .updateTable("person")
    .set((eb) => ({ name: eb.ref("name") }))
    .where("name", "=", name);
  const is = passwordHash === null ? "is" : "=";
  const locked = passwordHash === undefined ? person : person.where("password_hash", is, passwordHash);
  return (await locked.returning("name").execute()).length > 0;
}

/** Ends the person's links and sessions, too, but for one that is renewed. */
export function setPassword(
  db: Kysely<Tables>,
  name: string,
  passwordHash: string | null,
  by: Actor,
  own?: OwnChange,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (own !== undefined && !(await mayChange(transaction, name, own, by.at))) return false;
    const changed = await transaction
      .updateTable("person")
      // A provider that knows nobody as this person by now never may: the name could be another's there.
      .set((eb) => ({ password_hash: passwordHash, subject: eb.fn.coalesce("subject", eb.val("")) }))
      .where("name", "=", name)
      .returning("name")
      .execute();
    if (changed.length === 0) return false;
    await transaction.deleteFrom("session").where("person", "=", name).execute();
    await transaction.deleteFrom("login_link").where("person", "=", name).execute();
    if (own !== undefined) await insertSessionRow(transaction, name, own.renewed, by);
    await note(transaction, by, passwordHash === null ? "person.no_password" : "person.password", name);
    return true;
  });
}

/** Whether the password is the one that was checked, and whoever asks is signed in still. */
async function mayChange(
  db: Kysely<Tables>,
  name: string,
  { before, session }: OwnChange,
  at: number,
): Promise<boolean> {
  if (!(await lockPerson(db, name, before))) return false;
  const sessions = await db
    .selectFrom("session")
    .select("prefix")
    .where("person", "=", name)
    .where("prefix", "=", session)
    .where("expires_at", ">", at)
    .execute();
  return sessions.length > 0;
}

export function removePerson(db: Kysely<Tables>, name: string, by: Actor): Promise<PersonChange> {
  return db.transaction().execute(async (transaction) => {
    if ((await lockOtherAdmins(transaction, name)) === "none") return "last_admin";
    const gone = await transaction.deleteFrom("person").where("name", "=", name).returning("name").execute();
    if (gone.length === 0) return "unknown";
    await note(transaction, by, "person.remove", name);
    return "done";
  });
}

/** Whether someone else is an admin. `none`: the person is the only one. */
async function lockOtherAdmins(db: Kysely<Tables>, name: string): Promise<"some" | "none"> {
  // A write locks the rows in every database: of two admins who remove each other at once, one stays.
  const admins = await db
    .updateTable("person")
    .set({ role: "admin" })
    .where("role", "=", "admin")
    .returning("name")
    .execute();
  return admins.length === 1 && admins[0]?.name === name ? "none" : "some";
}

export function personOf(row: Selectable<Tables["person"]>): Person {
  return {
    name: row.name,
    role: row.role,
    hasPassword: row.password_hash !== null,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
  };
}
