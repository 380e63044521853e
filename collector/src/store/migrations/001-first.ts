import { type Kysely, sql } from "kysely";
import type { EngineKind } from "../engine/connection.ts";
import { type Types, typesOf } from "./types.ts";

const counts = (type: string) =>
  ["requests", "input_tokens", "output_tokens", "cache_creation_tokens", "cache_read_tokens"]
    .concat("cache_creation_1h_tokens")
    .map((name) => `${name} ${type} not null`);

/** The first schema. */
export async function createTables(db: Kysely<unknown>, kind: EngineKind): Promise<void> {
  for (const statement of statements(typesOf(kind))) await sql.raw(statement).execute(db);
}

function statements({ id, text, int, real, keyed, table }: Types): string[] {
  const columns = counts(int).join(", ");
  const sums = [
    `holders ${int} not null`,
    ...counts(int),
    ...counts(int).map((line) => line.replace(" ", "_high ")),
  ];
  const peaks = counts(real)
    .filter((line) => !line.includes("_1h_"))
    .flatMap((line) => [line, line.replace(" ", "_peak ")]);
  const secret = `hash ${text} primary key, prefix ${text} not null, created_at ${int} not null`;
  const limit = [
    `account ${text} not null`,
    `machine ${int} not null`,
    `kind ${text} not null`,
    `limit_group ${text} not null`,
    `model ${text} not null`,
    `percent ${int}`,
    `severity ${text}`,
    `resets_at ${int}`,
    `fetched_at ${int} not null`,
  ].join(", ");
  return [
    `create table meta (key ${text} primary key, value ${text} not null) ${keyed}`,
    `create table machine (id ${id}, program ${text} not null, machine_id ${text} not null, label ${text} not null, name ${text},
       os ${text} not null, account ${text} not null, agent_version ${text}, agent_usage_version ${text},
       first_seen ${int} not null, last_seen ${int}, archived_at ${int}, revoked_at ${int}, two_homes_at ${int},
       merged_into ${int} references machine (id), root ${int} not null, state_id ${text}, seq ${int} not null,
       state_at ${int} not null, past_digest ${text}, unique (program, machine_id)) ${table}`,
    "create index machine_root on machine (root)",
    `create table state (machine ${int} not null references machine (id), state_id ${text} not null, seq ${int} not null,
       seen_at ${int} not null, primary key (machine, state_id)) ${keyed}`,
    `create table machine_day (machine ${int} not null, day ${text} not null, frozen ${int} not null, account ${text} not null,
       counted ${int} not null, ${columns}, primary key (machine, day)) ${keyed}`,
    "create index machine_day_day on machine_day (day)",
    `create table usage (machine ${int} not null, day ${text} not null, model ${text} not null, ${columns},
       primary key (machine, day, model)) ${keyed}`,
    `create table day_sum (day ${text} not null, model ${text} not null, slot ${int} not null, ${sums.join(", ")},
       primary key (day, model, slot)) ${keyed}`,
    `create table account_day_sum (day ${text} not null, account ${text} not null, model ${text} not null,
       slot ${int} not null, ${sums.join(", ")}, primary key (day, account, model, slot)) ${keyed}`,
    `create table counter (machine ${int} not null, model ${text} not null, ${peaks.join(", ")},
       primary key (machine, model)) ${keyed}`,
    `create table limit_now (${limit}, primary key (account, machine, kind, limit_group, model)) ${keyed}`,
    `create table limit_history (id ${id}, ${limit}) ${table}`,
    "create index limit_history_time on limit_history (fetched_at)",
    `create table machine_token (id ${id}, machine ${int} not null references machine (id), hash ${text} not null unique,
       prefix ${text} not null, created_at ${int} not null, used_at ${int}) ${table}`,
    "create index machine_token_machine on machine_token (machine)",
    `create table invite (${secret}, expires_at ${int} not null, uses_left ${int} not null, created_by ${text} not null) ${keyed}`,
    `create table api_key (${secret}, name ${text} not null unique, scope ${text} not null, created_by ${text} not null) ${keyed}`,
    `create table person (name ${text} primary key, role ${text} not null, password_hash ${text}, created_at ${int} not null) ${keyed}`,
    `create table login_link (${secret}, expires_at ${int} not null,
       person ${text} not null references person (name) on delete cascade) ${keyed}`,
    `create table session (${secret}, expires_at ${int} not null,
       person ${text} not null references person (name) on delete cascade) ${keyed}`,
    "create index login_link_person on login_link (person)",
    "create index session_person on session (person)",
    `create table audit (id ${id}, at ${int} not null, who ${text} not null, address ${text}, action ${text} not null,
       subject ${text} not null) ${table}`,
  ];
}
