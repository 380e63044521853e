import type { Kysely } from "kysely";
import { note } from "../audit.ts";
import type { Actor } from "../records.ts";
import type { NewLink, NewSession, Person } from "../secrets.ts";
import type { Tables } from "../tables.ts";
import { personOf } from "./people.ts";

/** @returns whether there is such a person */
export function addLink(db: Kysely<Tables>, link: NewLink, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await isKnown(transaction, link.person))) return false;
    await removeExpired(transaction, by.at);
    await transaction
      .insertInto("login_link")
      .values({
        hash: link.hash,
        prefix: link.prefix,
        person: link.person,
        created_at: by.at,
        expires_at: link.expiresAt,
      })
      .execute();
    await note(transaction, by, "link.create", link.person);
    return true;
  });
}

/** Uses a link up, and starts a session. */
export function followLink(
  db: Kysely<Tables>,
  linkHash: string,
  session: NewSession,
  { from, at }: Pick<Actor, "from" | "at">,
): Promise<Person | undefined> {
  return db.transaction().execute(async (transaction) => {
    const used = await transaction
      .deleteFrom("login_link")
      .where("hash", "=", linkHash)
      .where("expires_at", ">", at)
      .returning("person")
      .executeTakeFirst();
    if (used === undefined) return undefined;
    await insertSession(transaction, used.person, session, { who: used.person, from, at });
    return personWith(transaction, session.hash, at);
  });
}

/** @returns whether there is such a person */
export function addSession(
  db: Kysely<Tables>,
  person: string,
  session: NewSession,
  by: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await isKnown(transaction, person))) return false;
    await removeExpired(transaction, by.at);
    await insertSession(transaction, person, session, by);
    return true;
  });
}

async function insertSession(
  db: Kysely<Tables>,
  person: string,
  { hash, prefix, expiresAt }: NewSession,
  by: Actor,
): Promise<void> {
  await db
    .insertInto("session")
    .values({ hash, prefix, person, created_at: by.at, expires_at: expiresAt })
    .execute();
  await note(db, by, "person.login", person);
}

/** Whose session this is. */
export async function personWith(db: Kysely<Tables>, hash: string, at: number): Promise<Person | undefined> {
  const row = await db
    .selectFrom("session")
    .innerJoin("person", "person.name", "session.person")
    .selectAll("person")
    .where("session.hash", "=", hash)
    .where("session.expires_at", ">", at)
    .executeTakeFirst();
  return row && personOf(row);
}

export async function endSession(db: Kysely<Tables>, hash: string): Promise<void> {
  await db.deleteFrom("session").where("hash", "=", hash).execute();
}

async function isKnown(db: Kysely<Tables>, name: string): Promise<boolean> {
  return (await db.selectFrom("person").select("name").where("name", "=", name).execute()).length > 0;
}

async function removeExpired(db: Kysely<Tables>, at: number): Promise<void> {
  await db.deleteFrom("login_link").where("expires_at", "<=", at).execute();
  await db.deleteFrom("session").where("expires_at", "<=", at).execute();
}
