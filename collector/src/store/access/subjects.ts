import type { Kysely } from "kysely";
import type { NewSession, SubjectSignedIn, SubjectSignIn } from "../people.ts";
import type { Actor } from "../records.ts";
import type { Tables } from "../tables.ts";
import { insertPerson } from "./people.ts";
import { insertSession, removeExpired } from "./sessions.ts";

/**
 * Starts a session for whom an identity provider vouches. A name belongs to the first subject that signs in with it, and to
 * none once the person signed in by a link or a password: names at the provider may be chosen by anyone.
 */
export function signInBySubject(
  db: Kysely<Tables>,
  sign: SubjectSignIn,
  session: NewSession,
  { from, at }: Pick<Actor, "from" | "at">,
): Promise<SubjectSignedIn> {
  return db.transaction().execute(async (transaction): Promise<SubjectSignedIn> => {
    const by: Actor = { who: sign.name, from, at };
    const known = await personOfSubject(transaction, sign);
    const person = known ?? (await claim(transaction, sign, by));
    if (typeof person !== "string") return person;
    await removeExpired(transaction, at);
    await insertSession(transaction, person, session, { ...by, who: person });
    return { status: "signed_in", person };
  });
}

async function personOfSubject(db: Kysely<Tables>, { subject }: SubjectSignIn): Promise<string | undefined> {
  const row = await db.selectFrom("person").select("name").where("subject", "=", subject).executeTakeFirst();
  return row?.name;
}

/** Binds a name that nobody has used yet to the subject. @returns the name */
async function claim(
  db: Kysely<Tables>,
  { name, subject, newRole }: SubjectSignIn,
  by: Actor,
): Promise<string | Exclude<SubjectSignedIn, { status: "signed_in" }>> {
  if (newRole !== null && (await insertPerson(db, { name, role: newRole, subject }, by))) return name;
  const claimed = await db
    .updateTable("person")
    .set({ subject })
    .where("name", "=", name)
    .where("subject", "is", null)
    .returning("name")
    .execute();
  if (claimed.length > 0) return name;
  const taken = await db.selectFrom("person").select("name").where("name", "=", name).execute();
  return { status: taken.length > 0 ? "other_subject" : "unknown" };
}
