import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { HOUR_MS } from "../../../src/base/durations.ts";
import { networkOf } from "../../../src/base/net/network.ts";
import type { AuditAction } from "./audit-actions.ts";
import type { Actor } from "./records.ts";
import type { AuditEntry } from "./secrets.ts";
import type { Tables } from "./tables.ts";

/** In how many rows of one hour and one thing the addresses are kept apart: strangers have as many as they like. */
const ADDRESS_ROWS = 8;
/** The address of a row that stands for more than one. */
const SEVERAL = "several addresses";

/** Writes down who did what, in the transaction that did it. */
export async function note(
  db: Kysely<Tables>,
  by: Actor,
  action: AuditAction,
  subject: string,
): Promise<void> {
  await db
    .insertInto("audit")
    .values(rowOf(by, action, subject))
    .execute();
}

/**
 * Writes down what a stranger can do as often as they like: with a count, in few rows an hour, so that nobody fills the log.
 * The row has the first time.
 */
export async function noteOften(
  db: Kysely<Tables>,
  by: Actor,
  action: AuditAction,
  subject: string,
): Promise<void> {
  const [digest = 0] = createHash("sha256")
    .update(networkOf(by.from ?? ""))
    .digest();
  const often = JSON.stringify([Math.floor(by.at / HOUR_MS), action, subject, digest % ADDRESS_ROWS]);
  await db
    .insertInto("audit")
    .values({ ...rowOf(by, action, subject), often })
    .onConflict((conflict) =>
      conflict.column("often").doUpdateSet((eb) => ({
        times: eb("audit.times", "+", 1),
        address: sql<string>`case when audit.address = excluded.address then audit.address else cast(${SEVERAL} as text) end`,
      })),
    )
    .execute();
}

function rowOf(by: Actor, action: AuditAction, subject: string) {
  return { at: by.at, who: by.who, address: by.from, action, subject };
}

/** The newest entries first. @param before only those with a smaller id */
export async function listAudit(db: Kysely<Tables>, limit: number, before?: number): Promise<AuditEntry[]> {
  const all = db
    .selectFrom("audit")
    .select(["id", "at", "who", "address as from", "action", "subject", "times"])
    .orderBy("id", "desc")
    .limit(limit);
  return (before === undefined ? all : all.where("id", "<", before)).execute();
}
