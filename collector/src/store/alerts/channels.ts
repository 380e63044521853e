import type { Kysely, Selectable } from "kysely";
import type { Attempt, Channel, ChannelKind, NewChannel } from "../alert-records.ts";
import { note } from "../audit.ts";
import type { Actor } from "../records.ts";
import type { Tables } from "../tables.ts";
import { attemptOf } from "./entries.ts";

export async function listChannels(db: Kysely<Tables>): Promise<Channel[]> {
  return (await db.selectFrom("alert_channel").selectAll().orderBy("name").execute()).map(channelOf);
}

/** By the id of the channel. */
export async function lastAttempts(db: Kysely<Tables>): Promise<Map<number, Attempt>> {
  const attempts = await db
    .selectFrom("alert_attempt as a")
    .innerJoin("alert_delivery as d", "d.id", "a.delivery")
    .where("a.id", "in", (eb) =>
      eb
        .selectFrom("alert_attempt as b")
        .innerJoin("alert_delivery as c", "c.id", "b.delivery")
        .select(({ fn }) => fn.max("b.id").as("id"))
        .groupBy("c.channel"),
    )
    .select(["d.channel", "a.at", "a.duration_ms", "a.answer", "a.status"])
    .execute();
  return new Map(attempts.map((row) => [row.channel, attemptOf(row)]));
}

export function addChannel(
  db: Kysely<Tables>,
  channel: NewChannel,
  by: Actor,
): Promise<number | "name_taken"> {
  return db.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto("alert_channel")
      .values({
        name: channel.name,
        kind: channel.kind,
        host: channel.host,
        sealed: channel.sealed,
        enabled: channel.enabled ? 1 : 0,
        muted_until: channel.mutedUntil,
        created_at: by.at,
        created_by: by.who,
      })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added === undefined) return "name_taken";
    await note(transaction, by, "alert.channel.add", channel.name);
    return added.id;
  });
}

export function changeChannel(
  db: Kysely<Tables>,
  id: number,
  change: Partial<NewChannel>,
  by: Actor,
): Promise<"changed" | "unknown" | "name_taken"> {
  return db.transaction().execute(async (transaction) => {
    const { enabled, mutedUntil, ...others } = change;
    if (others.name !== undefined) {
      const named = await transaction
        .selectFrom("alert_channel")
        .select("id")
        .where("name", "=", others.name)
        .executeTakeFirst();
      if (named !== undefined && named.id !== id) return "name_taken";
    }
    const changed = await transaction
      .updateTable("alert_channel")
      .set({
        ...others,
        ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
        ...(mutedUntil !== undefined && { muted_until: mutedUntil }),
      })
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst();
    if (changed === undefined) return "unknown";
    await note(transaction, by, "alert.channel.change", changed.name);
    return "changed";
  });
}

export function removeChannel(db: Kysely<Tables>, id: number, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom("alert_channel")
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst();
    if (gone === undefined) return false;
    await transaction
      .updateTable("alert_delivery")
      .set({ status: "dropped", claim: null, done_at: by.at })
      .where("channel", "=", id)
      .where("status", "=", "pending")
      .execute();
    await note(transaction, by, "alert.channel.remove", gone.name);
    return true;
  });
}

export function channelOf(row: Selectable<Tables["alert_channel"]>): Channel {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as ChannelKind,
    host: row.host,
    sealed: row.sealed,
    enabled: row.enabled === 1,
    mutedUntil: row.muted_until,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}
