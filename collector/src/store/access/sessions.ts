import type { Kysely } from "kysely";
import { note, noteOften } from "../audit.ts";
import type { NewSession, Session, SignedIn } from "../people.ts";
import type { Actor } from "../records.ts";
import type { Tables } from "../tables.ts";
import { lockPerson, personOf } from "./people.ts";
import { insertSessionRow } from "./session-row.ts";

/** @returns whether there is such a person */
export function addSession(
  db: Kysely<Tables>,
  person: string,
  session: NewSession,
  by: Actor,
  passwordHash?: string,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockPerson(transaction, person, passwordHash))) return false;
    await removeExpired(transaction, by.at);
    await insertSession(transaction, person, session, by);
    return true;
  });
}

/** @param name as it was entered; null where there is none */
export async function noteFailure(
  db: Kysely<Tables>,
  name: string | null,
  by: Pick<Actor, "from" | "at">,
): Promise<void> {
  const isOfSomebody = name !== null && (await isKnown(db, name));
  const [action, subject] = isOfSomebody
    ? (["login.failed", name] as const)
    : (["login.unknown", ""] as const);
  await noteOften(db, { ...by, who: "somebody" }, action, subject);
}

export async function insertSession(
  db: Kysely<Tables>,
  person: string,
  session: NewSession,
  by: Actor,
): Promise<void> {
  await insertSessionRow(db, person, session, by);
  await db
    .updateTable("person")
    // Whoever signed in without a provider is known to none.
    .set((eb) => ({ signed_in_at: by.at, subject: eb.fn.coalesce("subject", eb.val("")) }))
    .where("name", "=", person)
    .execute();
  await note(db, by, `login.${session.method ?? "link"}`, person);
}

/** Whose session this is. */
export async function sessionWith(
  db: Kysely<Tables>,
  hash: string,
  at: number,
): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom("session")
    .innerJoin("person", "person.name", "session.person")
    .selectAll("person")
    .select(["prefix", "method", "address", "browser", "expires_at", "session.created_at as started_at"])
    .where("session.hash", "=", hash)
    .where("session.expires_at", ">", at)
    .executeTakeFirst();
  return row && { ...personOf(row), session: sessionFrom({ ...row, created_at: row.started_at }) };
}

/** The newest first. */
export async function listSessions(db: Kysely<Tables>, person: string, at: number): Promise<Session[]> {
  const rows = await db
    .selectFrom("session")
    .selectAll()
    .where("person", "=", person)
    .where("expires_at", ">", at)
    .orderBy("created_at", "desc")
    .orderBy("prefix")
    .execute();
  return rows.map(sessionFrom);
}

function sessionFrom(row: Omit<Tables["session"], "hash" | "person">): Session {
  return {
    prefix: row.prefix,
    method: row.method,
    from: row.address,
    browser: row.browser,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export function endSession(
  db: Kysely<Tables>,
  hash: string,
  by: Pick<Actor, "from" | "at"> | undefined,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .deleteFrom("session")
      .where("hash", "=", hash)
      .returning("person")
      .executeTakeFirst();
    if (ended === undefined || by === undefined) return;
    await note(transaction, { ...by, who: ended.person }, "logout", ended.person);
  });
}

export function endSessionOf(
  db: Kysely<Tables>,
  person: string,
  prefix: string,
  by: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .deleteFrom("session")
      .where("person", "=", person)
      .where("prefix", "=", prefix)
      .returning("hash")
      .execute();
    if (ended.length === 0) return false;
    await note(transaction, by, "session.end", person);
    return true;
  });
}

export async function isKnown(db: Kysely<Tables>, name: string): Promise<boolean> {
  return (await db.selectFrom("person").select("name").where("name", "=", name).execute()).length > 0;
}

export async function removeExpired(db: Kysely<Tables>, at: number): Promise<void> {
  for (const table of ["login_link", "session", "share_session", "share"] as const)
    await db.deleteFrom(table).where("expires_at", "<=", at).execute();
}
