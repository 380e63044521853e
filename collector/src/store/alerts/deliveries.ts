import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Attempt, ClaimedDelivery, NextStep } from "../alert-records.ts";
import type { Tables } from "../tables.ts";
import { channelOf } from "./channels.ts";
import { storedAlert } from "./entries.ts";

/** How many that are due are looked at: others may take some of them first. */
const MOST = 16;

/** Takes a delivery that is due: of many that want it, the update lets one have it. */
export async function claimDelivery(
  db: Kysely<Tables>,
  now: number,
  leaseMs: number,
): Promise<ClaimedDelivery | undefined> {
  const due = await db
    .selectFrom("alert_delivery")
    .select("id")
    .where("status", "=", "pending")
    .where("next_at", "<=", now)
    .where("leased_until", "<=", now)
    .orderBy("next_at")
    .orderBy("id")
    .limit(MOST)
    .execute();
  for (const { id } of due) {
    const claim = randomUUID();
    const taken = await db
      .updateTable("alert_delivery")
      .set({ claim, leased_until: now + leaseMs })
      .where("id", "=", id)
      .where("status", "=", "pending")
      .where("next_at", "<=", now)
      .where("leased_until", "<=", now)
      .returning(["attempts", "until_at", "alert", "channel"])
      .executeTakeFirst();
    if (taken === undefined) continue;
    const alert = await db
      .selectFrom("alert")
      .selectAll()
      .where("id", "=", taken.alert)
      .executeTakeFirstOrThrow();
    const channel = await db
      .selectFrom("alert_channel")
      .selectAll()
      .where("id", "=", taken.channel)
      .executeTakeFirst();
    return {
      id,
      claim,
      attempts: taken.attempts,
      until: taken.until_at,
      alert: storedAlert(alert),
      channel: channel && channelOf(channel),
    };
  }
  return undefined;
}

/** Keeps the attempt, and what comes next, unless the claim was lost. */
export function settleDelivery(
  db: Kysely<Tables>,
  { id, claim, attempts }: ClaimedDelivery,
  attempt: Attempt | undefined,
  next: NextStep,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (attempt !== undefined) await addAttempt(transaction, id, attempt);
    const settled = await transaction
      .updateTable("alert_delivery")
      .set({
        status: next.status,
        claim: null,
        leased_until: 0,
        attempts: attempts + (attempt === undefined ? 0 : 1),
        ...(next.status === "pending" ? { next_at: next.nextAt } : { done_at: next.doneAt }),
      })
      .where("id", "=", id)
      .where("claim", "=", claim)
      .returning("id")
      .execute();
    return settled.length > 0;
  });
}

export async function addAttempt(db: Kysely<Tables>, delivery: number, attempt: Attempt): Promise<void> {
  const { at, durationMs, answer, status } = attempt;
  await db
    .insertInto("alert_attempt")
    .values({ delivery, at, duration_ms: durationMs, answer, status })
    .execute();
}
