import type { Kysely } from "kysely";
import { note } from "../audit.ts";
import { machineNumber } from "../queries/machines.ts";
import type { Actor } from "../records.ts";
import type { Invite, NewInvite } from "../secrets.ts";
import type { Tables } from "../tables.ts";

export function addInvite(db: Kysely<Tables>, invite: NewInvite, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const machine = await boundTo(transaction, invite);
    if (machine === undefined) return false;
    await transaction
      .insertInto("invite")
      .values({
        hash: invite.hash,
        prefix: invite.prefix,
        uses_left: invite.uses,
        created_at: by.at,
        expires_at: invite.expiresAt,
        created_by: by.who,
        machine,
      })
      .execute();
    if (machine === null) await note(transaction, by, "invite.create", invite.prefix);
    else await note(transaction, by, "machine.rotate", String(machine));
    return true;
  });
}

/** The machine that an invite is for; null for any, undefined if it is unknown. */
async function boundTo(db: Kysely<Tables>, { machine }: NewInvite): Promise<number | null | undefined> {
  if (machine === undefined) return null;
  const id = machineNumber(machine);
  if (id === undefined) return undefined;
  const row = await db.selectFrom("machine").select("id").where("id", "=", id).executeTakeFirst();
  return row?.id;
}

/** Those with uses left that have not expired, oldest first. */
export async function listInvites(db: Kysely<Tables>, at: number): Promise<Invite[]> {
  const rows = await db
    .selectFrom("invite")
    .selectAll()
    .where("uses_left", ">", 0)
    .where("expires_at", ">", at)
    .orderBy("created_at")
    .orderBy("prefix")
    .execute();
  return rows.map((row) => ({
    prefix: row.prefix,
    usesLeft: row.uses_left,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    createdBy: row.created_by,
    machine: row.machine === null ? null : String(row.machine),
  }));
}

/** @returns whether there was exactly one such invite */
export function revokeInvite(db: Kysely<Tables>, prefix: string, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const open = (await listInvites(transaction, by.at)).filter((invite) => invite.prefix === prefix);
    if (open.length !== 1) return false;
    await transaction.deleteFrom("invite").where("prefix", "=", prefix).execute();
    await note(transaction, by, "invite.revoke", prefix);
    return true;
  });
}
