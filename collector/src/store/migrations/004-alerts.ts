import { type Kysely, sql } from "kysely";
import type { EngineKind } from "../engine/connection.ts";
import { type Types, typesOf } from "./types.ts";

/** Rules, channels, alerts and their deliveries. */
export async function addAlerts(db: Kysely<unknown>, kind: EngineKind): Promise<void> {
  for (const statement of statements(typesOf(kind))) await sql.raw(statement).execute(db);
}

function statements({ id, text, int, keyed, table }: Types): string[] {
  const limit = ["account", "kind", "limit_group", "model"].map((name) => `${name} ${text} not null`);
  return [
    `create table alert_channel (id ${id}, name ${text} not null unique, kind ${text} not null, host ${text} not null,
       sealed ${text} not null, enabled ${int} not null, muted_until ${int}, created_at ${int} not null,
       created_by ${text} not null) ${table}`,
    `create table alert_rule (account ${text} primary key, percents ${text} not null, runs_out ${int} not null,
       reset ${int} not null, channels ${text} not null, enabled ${int} not null, muted_until ${int}) ${keyed}`,
    `create table alert_silence (machine ${int} primary key references machine (id), after_ms ${int} not null) ${table}`,
    `create table alert_process (process ${text} primary key, beat_at ${int} not null, up_since ${int} not null) ${keyed}`,
    `create table alert (id ${id}, uid ${text} not null unique, what ${text} not null, ${limit.join(", ")},
       machine ${int} not null, threshold ${int}, percent ${int}, window_at ${int}, runs_out_at ${int}, at ${int} not null,
       muted ${int} not null, title ${text} not null, body ${text} not null) ${table}`,
    "create index alert_limit on alert (account, machine, kind, limit_group, model, window_at)",
    "create index alert_window on alert (window_at)",
    "create index alert_time on alert (at)",
    `create table alert_delivery (id ${id}, alert ${int} not null references alert (id) on delete cascade,
       channel ${int} not null, channel_name ${text} not null, channel_kind ${text} not null, status ${text} not null,
       attempts ${int} not null, next_at ${int} not null, until_at ${int} not null, claim ${text},
       leased_until ${int} not null, done_at ${int}) ${table}`,
    "create index alert_delivery_alert on alert_delivery (alert)",
    "create index alert_delivery_next on alert_delivery (status, next_at)",
    `create table alert_attempt (id ${id}, delivery ${int} not null references alert_delivery (id) on delete cascade,
       at ${int} not null, duration_ms ${int} not null, answer ${text} not null, status ${int}) ${table}`,
    "create index alert_attempt_delivery on alert_attempt (delivery)",
  ];
}
