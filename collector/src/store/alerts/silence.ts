import type { Kysely } from "kysely";
import type { WatchedMachine } from "../alert-records.ts";
import { note } from "../audit.ts";
import type { EngineKind } from "../engine/connection.ts";
import { machineNumber } from "../queries/machines.ts";
import type { Actor } from "../records.ts";
import type { Tables } from "../tables.ts";

export function watchMachine(
  db: Kysely<Tables>,
  id: string,
  afterMs: number | null,
  by: Actor,
): Promise<boolean> {
  const machine = machineNumber(id);
  if (machine === undefined) return Promise.resolve(false);
  return db.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom("machine")
      .select("id")
      .where("id", "=", machine)
      .executeTakeFirst();
    if (known === undefined) return false;
    if (afterMs === null) {
      await transaction.deleteFrom("alert_silence").where("machine", "=", machine).execute();
    } else {
      await transaction
        .insertInto("alert_silence")
        .values({ machine, after_ms: afterMs })
        .onConflict((conflict) => conflict.column("machine").doUpdateSet({ after_ms: afterMs }))
        .execute();
    }
    await note(transaction, by, afterMs === null ? "machine.unwatch" : "machine.watch", id);
    return true;
  });
}

/** With when the machine, or one merged into it, was last seen. */
export async function watchedMachines(db: Kysely<Tables>): Promise<WatchedMachine[]> {
  const rows = await db
    .selectFrom("alert_silence as s")
    .innerJoin("machine as r", "r.id", "s.machine")
    .innerJoin("machine as m", "m.root", "s.machine")
    .where("r.archived_at", "is", null)
    .where("r.revoked_at", "is", null)
    .groupBy(["s.machine", "s.after_ms", "r.name", "r.label", "r.first_seen"])
    .select(["s.machine", "s.after_ms", "r.name", "r.label", "r.first_seen"])
    .select(({ fn }) => fn.max("m.last_seen").as("seen"))
    .orderBy("s.machine")
    .execute();
  return rows.map((row) => ({
    id: String(row.machine),
    name: row.name ?? row.label,
    afterMs: row.after_ms,
    seen: row.seen ?? row.first_seen,
  }));
}

/**
 * Says that a process runs. Another that was heard of within `gapMs` hands on since when the collector has been up; without
 * one, it was down until now.
 */
export function beat(
  db: Kysely<Tables>,
  kind: EngineKind,
  process: string,
  now: number,
  gapMs: number,
  isFirst: boolean,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // One process runs on a SQLite file, so the others are gone.
    if (isFirst && kind === "sqlite") await transaction.deleteFrom("alert_process").execute();
    const rows = await transaction.selectFrom("alert_process").selectAll().execute();
    const live = rows.filter(({ beat_at }) => Math.abs(now - beat_at) <= gapMs);
    const own = live.find((row) => row.process === process);
    const upSince = own?.up_since ?? Math.min(now, ...live.map(({ up_since }) => up_since));
    const values = { beat_at: now, up_since: upSince };
    await transaction
      .insertInto("alert_process")
      .values({ process, ...values })
      .onConflict((conflict) => conflict.column("process").doUpdateSet(values))
      .execute();
    await transaction
      .deleteFrom("alert_process")
      .where("process", "!=", process)
      .where("beat_at", "<", now - gapMs)
      .execute();
    return upSince;
  });
}

/** The first by name of the processes that were heard of since an instant. */
export async function firstProcess(db: Kysely<Tables>, since: number): Promise<string | undefined> {
  const { fn } = db;
  const row = await db
    .selectFrom("alert_process")
    .select(fn.min("process").as("process"))
    .where("beat_at", ">=", since)
    .executeTakeFirst();
  return row?.process ?? undefined;
}

export async function leave(db: Kysely<Tables>, process: string): Promise<void> {
  await db.deleteFrom("alert_process").where("process", "=", process).execute();
}
