import { type Kysely, type Selectable, sql } from "kysely";
import type { LimitOwner } from "../alert-records.ts";
import { readingOf } from "../queries/limits.ts";
import type { LimitReading } from "../records.ts";
import type { Tables } from "../tables.ts";

/** Owners that are asked for at once. */
const BATCH = 200;
/** Readings that are read at once. */
const PAGE = 1_000;

export async function newestChange(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("limit_history")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  return row?.id ?? 0;
}

export async function changedOwners(db: Kysely<Tables>, after: number): Promise<LimitOwner[]> {
  const rows = await db
    .selectFrom("limit_history")
    .select(["account", "machine"])
    .distinct()
    .where("id", ">", after)
    .execute();
  return rows.map(({ account, machine }) => ({
    account: account === "" ? null : account,
    machine: machine === 0 ? null : String(machine),
  }));
}

/** As they are stored: those of a machine that was merged into another are still its own. */
export async function readingsOf(
  db: Kysely<Tables>,
  owners: readonly LimitOwner[],
  since: number,
): Promise<LimitReading[]> {
  const found: LimitReading[] = [];
  for (let from = 0; from < owners.length; from += BATCH) {
    const batch = owners.slice(from, from + BATCH);
    const rows = await db
      .selectFrom("limit_now")
      .selectAll()
      .where("fetched_at", ">=", since)
      .where((eb) =>
        eb.or(
          batch.map(({ account, machine }) =>
            eb.and({ account: account ?? "", machine: Number(machine ?? 0) }),
          ),
        ),
      )
      .execute();
    found.push(...rows.map(readingOf));
  }
  return found;
}

/** In pages: pushes go on between two of them. */
export async function* highReadings(
  db: Kysely<Tables>,
  percent: number,
  since: number,
): AsyncGenerator<LimitReading[]> {
  const high = db
    .selectFrom("limit_now")
    .selectAll()
    .where("percent", ">=", percent)
    .where("fetched_at", ">=", since)
    .orderBy("account")
    .orderBy("machine")
    .orderBy("kind")
    .orderBy("limit_group")
    .orderBy("model")
    .limit(PAGE);
  for (let last: Selectable<Tables["limit_now"]> | undefined; ; ) {
    const rows: Selectable<Tables["limit_now"]>[] = await (last === undefined
      ? high
      : high.where(
          sql<boolean>`(account, machine, kind, limit_group, model) > (${last.account}, ${last.machine}, ${last.kind}, ${last.limit_group}, ${last.model})`,
        )
    ).execute();
    if (rows.length > 0) yield rows.map(readingOf);
    if (rows.length < PAGE) return;
    last = rows.at(-1);
  }
}

/** Oldest first. */
export async function courseOf(
  db: Kysely<Tables>,
  { account, machine }: LimitOwner,
  since: number,
): Promise<LimitReading[]> {
  const rows = await db
    .selectFrom("limit_history")
    .selectAll()
    .where("account", "=", account ?? "")
    .where("machine", "=", Number(machine ?? 0))
    .where("fetched_at", ">=", since)
    .orderBy("fetched_at")
    .orderBy("id")
    .execute();
  return rows.map(readingOf);
}
