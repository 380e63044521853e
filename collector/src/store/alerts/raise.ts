import { type Kysely, sql } from "kysely";
import type { Attempt, Channel, NewAlert, RaisedAlert } from "../alert-records.ts";
import { note } from "../audit.ts";
import type { EngineKind } from "../engine/connection.ts";
import type { Actor } from "../records.ts";
import type { Tables } from "../tables.ts";
import { addAttempt } from "./deliveries.ts";
import { RAISED_COLUMNS, raisedAlert } from "./entries.ts";

/** The alerts whose window ends after `since`, or is unknown, and those of silent machines. */
export async function raisedSince(db: Kysely<Tables>, since: number): Promise<RaisedAlert[]> {
  const rows = await db
    .selectFrom("alert")
    .select(RAISED_COLUMNS)
    .where("what", "!=", "test")
    .where((eb) =>
      eb.or([eb("window_at", "is", null), eb("window_at", ">=", since), eb("what", "=", "silence")]),
    )
    .orderBy("id")
    .execute();
  return rows.map(raisedAlert);
}

/** Keeps an alert that was sent as a test, with its one attempt. */
export function addTest(
  db: Kysely<Tables>,
  alert: NewAlert,
  channel: Pick<Channel, "id" | "name" | "kind">,
  attempt: Attempt,
  by: Actor,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto("alert")
      .values(rowOf(alert))
      .returning("id")
      .executeTakeFirstOrThrow();
    const delivery = await transaction
      .insertInto("alert_delivery")
      .values({
        ...deliveryRow(id, alert, channel),
        status: attempt.answer === "delivered" ? "delivered" : "failed",
        attempts: 1,
        done_at: attempt.at + attempt.durationMs,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await addAttempt(transaction, delivery.id, attempt);
    await note(transaction, by, "alert.channel.test", channel.name);
  });
}

/** Adds an alert, and a delivery for each channel that is there, unless it was raised before. */
export function raise(
  db: Kysely<Tables>,
  kind: EngineKind,
  alert: NewAlert,
  channels: readonly number[],
  isKnown: (earlier: RaisedAlert) => boolean,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Another process may be about to raise the same one. SQLite lets nobody else write anyway.
    if (kind === "postgres") await sql`lock table alert in share row exclusive mode`.execute(transaction);
    const earlier = await transaction
      .selectFrom("alert")
      .select(RAISED_COLUMNS)
      .where("account", "=", alert.account ?? "")
      .where("machine", "=", Number(alert.machine ?? 0))
      .where("kind", "=", alert.kind)
      .where("limit_group", "=", alert.group)
      .where("model", "=", alert.model ?? "")
      .execute();
    if (earlier.map(raisedAlert).some(isKnown)) return false;
    const { id } = await transaction
      .insertInto("alert")
      .values(rowOf(alert))
      .returning("id")
      .executeTakeFirstOrThrow();
    await addDeliveries(transaction, id, alert, channels);
    return true;
  });
}

async function addDeliveries(
  db: Kysely<Tables>,
  id: number,
  alert: NewAlert,
  channels: readonly number[],
): Promise<void> {
  if (channels.length === 0) return;
  const rows = await db
    .selectFrom("alert_channel")
    .select(["id", "name", "kind"])
    .where("id", "in", [...channels])
    .orderBy("id")
    .execute();
  if (rows.length === 0) return;
  await db
    .insertInto("alert_delivery")
    .values(rows.map((channel) => deliveryRow(id, alert, channel)))
    .execute();
}

function deliveryRow(
  alert: number,
  { at, until }: NewAlert,
  { id, name, kind }: { readonly id: number; readonly name: string; readonly kind: string },
) {
  return {
    alert,
    channel: id,
    channel_name: name,
    channel_kind: kind,
    status: "pending",
    attempts: 0,
    next_at: at,
    until_at: until,
    leased_until: 0,
  };
}

function rowOf(alert: NewAlert) {
  return {
    uid: alert.uid,
    what: alert.what,
    account: alert.account ?? "",
    machine: Number(alert.machine ?? 0),
    kind: alert.kind,
    limit_group: alert.group,
    model: alert.model ?? "",
    threshold: alert.threshold,
    percent: alert.percent,
    window_at: alert.windowAt,
    runs_out_at: alert.runsOutAt,
    at: alert.at,
    muted: alert.muted ? 1 : 0,
    title: alert.title,
    body: alert.body,
  } as const;
}
