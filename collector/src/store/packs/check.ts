import { type Kysely, sql } from "kysely";
import { type Engine, transaction } from "../engine/connection.ts";
import { kyselyOn } from "../engine/dialect.ts";
import type { Tables } from "../tables.ts";
import { monthStart, type Rest } from "./build.ts";
import { opened } from "./seal.ts";

export interface UnreadPack {
  readonly day: string;
  readonly status: "damaged" | "newer";
}

/** The packs that cannot be used. Until they can, what they hold is read from the records. */
export async function unreadPacks(db: Kysely<Tables>, rest: Rest): Promise<UnreadPack[]> {
  const unread: UnreadPack[] = [];
  const { rows: days } = await sql<{
    day: string;
  }>`select day from pack where body is not null order by day`.execute(db);
  for (const { day } of days) {
    const { rows } = await sql<{ body: Uint8Array | null }>`select body from pack where day = ${day}`.execute(
      db,
    );
    const body = rows[0]?.body;
    const status = body ? opened(body).status : "ok";
    if (status !== "ok") unread.push({ day, status });
    if (!(await rest())) break;
  }
  return unread;
}

/** Where it is counted how often packs were repaired: what was read of them before may no longer be true. */
export const REPAIRS = "pack_repairs";

const COUNT_REPAIR = `insert into meta (key, value) values ($1, '1')
  on conflict (key) do update set value = cast(cast(meta.value as bigint) + 1 as text)`;

/**
 * Looks at every pack, and lets the damaged ones be packed again, with all of their month: each has what was used since its
 * start. @returns those that cannot be used
 */
export async function repairPacks(engine: Engine, rest: Rest): Promise<UnreadPack[]> {
  const unread = await engine.momentAside((reading) => unreadPacks(kyselyOn(reading), rest));
  const damaged = unread.filter(({ status }) => status === "damaged");
  const months = new Set(damaged.map(({ day }) => monthStart(day).slice(0, -2)));
  for (const month of months) {
    await transaction(engine, async (session) => {
      await session.run("update pack set body = null, last_change = 0 where day >= $1 and day <= $2", [
        `${month}01`,
        `${month}31`,
      ]);
      await session.run(COUNT_REPAIR, [REPAIRS]);
    });
  }
  return unread;
}
