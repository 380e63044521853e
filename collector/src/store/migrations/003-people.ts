import { type Kysely, sql } from "kysely";
import type { EngineKind } from "../engine/connection.ts";

/** What is known of sessions, who is known to an identity provider, and links that show one page. */
export async function addPeople(db: Kysely<unknown>, kind: EngineKind): Promise<void> {
  const [text, int, keyed] =
    kind === "sqlite"
      ? (["text", "integer", "strict, without rowid"] as const)
      : (['text collate "C"', "bigint", ""] as const);
  const secret = `hash ${text} primary key, prefix ${text} not null, created_at ${int} not null, expires_at ${int} not null`;
  for (const statement of [
    `alter table person add column signed_in_at ${int}`,
    `alter table person add column subject ${text}`,
    `alter table login_link add column invitation ${int} not null default 0`,
    `alter table session add column method ${text} not null default 'link'`,
    `alter table session add column address ${text}`,
    `alter table session add column browser ${text}`,
    // Whoever signed in before is known here, and to no provider.
    "update person set subject = ''",
    `create table share (${secret}, page ${text} not null, first_day ${text} not null, last_day ${text} not null,
       created_by ${text} not null) ${keyed}`,
    `create table share_session (${secret},
       share ${text} not null references share (hash) on delete cascade) ${keyed}`,
    "create index share_session_share on share_session (share)",
  ])
    await sql.raw(statement).execute(db);
}
