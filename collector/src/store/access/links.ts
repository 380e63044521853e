import type { Kysely } from "kysely";
import { note } from "../audit.ts";
import type { Followed, NewLink, NewSession } from "../people.ts";
import type { Actor } from "../records.ts";
import type { Tables } from "../tables.ts";
import { personOf } from "./people.ts";
import { insertSession, isKnown, removeExpired } from "./sessions.ts";

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
        invitation: link.isInvitation ? 1 : 0,
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
): Promise<Followed | undefined> {
  return db.transaction().execute(async (transaction) => {
    const used = await transaction
      .deleteFrom("login_link")
      .where("hash", "=", linkHash)
      .where("expires_at", ">", at)
      .returning(["person", "invitation"])
      .executeTakeFirst();
    if (used === undefined) return undefined;
    await insertSession(transaction, used.person, session, { who: used.person, from, at });
    const person = await transaction
      .selectFrom("person")
      .selectAll()
      .where("name", "=", used.person)
      .executeTakeFirstOrThrow();
    return { ...personOf(person), isInvitation: used.invitation === 1 };
  });
}
