import type { Kysely } from "kysely";
import { note, noteOften } from "../audit.ts";
import type { Actor, NewSecret } from "../records.ts";
import type { NewShare, Share, SharedView } from "../shares.ts";
import type { Tables } from "../tables.ts";
import { removeExpired } from "./sessions.ts";

/** How many browsers see a page by one link. With more, those that opened it first open it again. */
const MOST_SESSIONS = 500;

export function addShare(db: Kysely<Tables>, share: NewShare, by: Actor): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await removeExpired(transaction, by.at);
    await transaction
      .insertInto("share")
      .values({
        hash: share.hash,
        prefix: share.prefix,
        page: share.page,
        first_day: share.from,
        last_day: share.to,
        created_at: by.at,
        expires_at: share.expiresAt,
        created_by: by.who,
      })
      .execute();
    await note(transaction, by, "share.create", share.prefix);
  });
}

/** Those that have not expired, oldest first. */
export async function listShares(db: Kysely<Tables>, at: number): Promise<Share[]> {
  const rows = await db
    .selectFrom("share")
    .selectAll()
    .where("expires_at", ">", at)
    .orderBy("created_at")
    .orderBy("prefix")
    .execute();
  return rows.map((row) => ({
    ...viewOf(row),
    prefix: row.prefix,
    createdAt: row.created_at,
    createdBy: row.created_by,
  }));
}

/** @returns whether there was exactly one such link */
export function revokeShare(db: Kysely<Tables>, prefix: string, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const open = (await listShares(transaction, by.at)).filter((share) => share.prefix === prefix);
    if (open.length !== 1) return false;
    await transaction.deleteFrom("share").where("prefix", "=", prefix).execute();
    await note(transaction, by, "share.revoke", prefix);
    return true;
  });
}

/** Starts a session that ends with the link, at the latest. */
export function openShare(
  db: Kysely<Tables>,
  shareHash: string,
  { hash, prefix, expiresAt }: NewSecret & { readonly expiresAt: number },
  { from, at }: Pick<Actor, "from" | "at">,
): Promise<SharedView | undefined> {
  return db.transaction().execute(async (transaction) => {
    const share = await transaction
      .selectFrom("share")
      .selectAll()
      .where("hash", "=", shareHash)
      .where("expires_at", ">", at)
      .executeTakeFirst();
    if (share === undefined) return undefined;
    const end = Math.min(share.expires_at, expiresAt);
    await transaction
      .insertInto("share_session")
      .values({ hash, prefix, share: shareHash, created_at: at, expires_at: end })
      .execute();
    const older = transaction
      .selectFrom("share_session")
      .select("hash")
      .where("share", "=", shareHash)
      .orderBy("created_at", "desc")
      .orderBy("hash")
      .limit(MOST_SESSIONS)
      .offset(MOST_SESSIONS);
    await transaction.deleteFrom("share_session").where("hash", "in", older).execute();
    const who = `share link ${share.prefix}`;
    await noteOften(transaction, { who, from, at }, "share.open", share.prefix);
    return viewOf(share);
  });
}

export async function sharedWith(
  db: Kysely<Tables>,
  sessionHash: string,
  at: number,
): Promise<SharedView | undefined> {
  const row = await db
    .selectFrom("share_session")
    .innerJoin("share", "share.hash", "share_session.share")
    .select(["page", "first_day", "last_day", "share.expires_at"])
    .where("share_session.hash", "=", sessionHash)
    .where("share_session.expires_at", ">", at)
    .executeTakeFirst();
  return row && viewOf(row);
}

function viewOf(row: Pick<Tables["share"], "page" | "first_day" | "last_day" | "expires_at">): SharedView {
  return { page: row.page, from: row.first_day, to: row.last_day, expiresAt: row.expires_at };
}
