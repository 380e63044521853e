import type { Kysely } from "kysely";
import type { Actor } from "./records.ts";
import type { AuditEntry } from "./secrets.ts";
import type { Tables } from "./tables.ts";

/** Writes down who did what, in the transaction that did it. */
export async function note(db: Kysely<Tables>, by: Actor, action: string, subject: string): Promise<void> {
  await db
    .insertInto("audit")
    .values({ at: by.at, who: by.who, address: by.from, action, subject })
    .execute();
}

/** The newest entries first. @param before only those with a smaller id */
export async function listAudit(db: Kysely<Tables>, limit: number, before?: number): Promise<AuditEntry[]> {
  const all = db.selectFrom("audit").selectAll().orderBy("id", "desc").limit(limit);
  const rows = await (before === undefined ? all : all.where("id", "<", before)).execute();
  return rows.map(({ address, ...entry }) => ({ ...entry, from: address }));
}
