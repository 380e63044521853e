import type { Kysely } from "kysely";
import { note } from "../audit.ts";
import { machineNumber } from "../queries/machines.ts";
import type { Actor } from "../records.ts";
import type { MachineToken } from "../secrets.ts";
import type { Tables } from "../tables.ts";

/** The tokens of a machine and of what was merged into it, the newest first. */
export async function listTokens(db: Kysely<Tables>, machine: string): Promise<MachineToken[]> {
  const root = machineNumber(machine);
  if (root === undefined) return [];
  const rows = await db
    .selectFrom("machine_token")
    .innerJoin("machine", "machine.id", "machine_token.machine")
    .selectAll("machine_token")
    .where("machine.root", "=", root)
    .where("machine.revoked_at", "is", null)
    .orderBy("machine_token.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    machine: String(row.machine),
    prefix: row.prefix,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }));
}

/** @returns whether the machine, or one merged into it, had such a token */
export function revokeToken(db: Kysely<Tables>, machine: string, id: string, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const token = (await listTokens(transaction, machine)).find((known) => known.id === id);
    if (token === undefined) return false;
    await transaction.deleteFrom("machine_token").where("id", "=", Number(token.id)).execute();
    await note(transaction, by, "token.revoke", `${token.machine} ${token.prefix}`);
    return true;
  });
}
