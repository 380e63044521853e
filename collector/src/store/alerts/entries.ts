import type { Kysely, Selectable } from "kysely";
import type {
  AlertEntry,
  AlertWhat,
  Attempt,
  ChannelKind,
  Delivery,
  RaisedAlert,
  StoredAlert,
} from "../alert-records.ts";
import { limitKeyOf } from "../limit-key.ts";
import type { Tables } from "../tables.ts";

/** The newest first, with what became of them. */
export async function listAlerts(
  db: Kysely<Tables>,
  limit: number,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<AlertEntry[]> {
  const alerts = await db
    .selectFrom("alert")
    .selectAll()
    .where("id", "<", before)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const ids = alerts.map(({ id }) => id);
  if (ids.length === 0) return [];
  const deliveries = await db
    .selectFrom("alert_delivery")
    .selectAll()
    .where("alert", "in", ids)
    .orderBy("id")
    .execute();
  const attempts = await db
    .selectFrom("alert_attempt")
    .innerJoin("alert_delivery", "alert_delivery.id", "alert_attempt.delivery")
    .selectAll("alert_attempt")
    .where("alert_delivery.alert", "in", ids)
    .orderBy("alert_attempt.id")
    .execute();
  const deliveryOf = (row: Selectable<Tables["alert_delivery"]>): Delivery => ({
    id: row.id,
    channel: row.channel,
    channelName: row.channel_name,
    channelKind: row.channel_kind as ChannelKind,
    status: row.status as Delivery["status"],
    nextAt: row.next_at,
    attempts: attempts.filter(({ delivery }) => delivery === row.id).map(attemptOf),
  });
  return alerts.map((row) => ({
    ...storedAlert(row),
    deliveries: deliveries.filter(({ alert }) => alert === row.id).map(deliveryOf),
  }));
}

/** @returns how many were removed */
export async function pruneAlerts(db: Kysely<Tables>, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("alert")
    .where("at", "<", before)
    .where((eb) => eb.or([eb("window_at", "is", null), eb("window_at", "<", before)]))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export function attemptOf(
  row: Pick<Selectable<Tables["alert_attempt"]>, "at" | "duration_ms" | "answer" | "status">,
): Attempt {
  return { at: row.at, durationMs: row.duration_ms, answer: row.answer, status: row.status };
}

type AlertRow = Selectable<Tables["alert"]>;
/** The columns that decide whether an alert is raised again. */
export const RAISED_COLUMNS = [
  "what",
  "account",
  "machine",
  "kind",
  "limit_group",
  "model",
  "threshold",
  "window_at",
  "runs_out_at",
  "at",
] as const;

export function raisedAlert(row: Pick<AlertRow, (typeof RAISED_COLUMNS)[number]>): RaisedAlert {
  return {
    what: row.what as AlertWhat,
    ...limitKeyOf(row),
    threshold: row.threshold,
    windowAt: row.window_at,
    runsOutAt: row.runs_out_at,
    at: row.at,
  };
}

export function storedAlert(row: AlertRow): StoredAlert {
  return {
    ...raisedAlert(row),
    id: row.id,
    uid: row.uid,
    percent: row.percent,
    muted: row.muted === 1,
    title: row.title,
    body: row.body,
  };
}
