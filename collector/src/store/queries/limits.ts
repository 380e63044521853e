import type { Kysely, Selectable } from "kysely";
import { limitKeyOf } from "../limit-key.ts";
import type { LimitReading } from "../records.ts";
import type { Tables } from "../tables.ts";

type LimitRow = Selectable<Tables["limit_now"]>;

/** The newest reading of each limit, once for each account; ordered by account, machine, kind, group, model. */
export async function newestLimits(db: Kysely<Tables>): Promise<LimitReading[]> {
  const rows = await db
    .selectFrom("limit_now")
    .leftJoin("machine", "machine.id", "limit_now.machine")
    .selectAll("limit_now")
    .select("machine.root")
    .orderBy("limit_now.fetched_at")
    .execute();
  // Of machines that were merged, the newest reading stays.
  const newest = new Map(
    rows.map((row) => {
      const reading = readingOf({ ...row, machine: row.root ?? row.machine });
      return [keyOf(reading), reading] as const;
    }),
  );
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, reading]) => reading);
}

/** The readings that changed, oldest first. @param accounts any of these; all if undefined */
export async function limitChanges(
  db: Kysely<Tables>,
  from: number,
  to: number,
  accounts: readonly string[] | undefined,
): Promise<LimitReading[]> {
  const inRange = db
    .selectFrom("limit_history")
    .leftJoin("machine", "machine.id", "limit_history.machine")
    .selectAll("limit_history")
    .select("machine.root")
    .where("fetched_at", ">=", from)
    .where("fetched_at", "<=", to);
  const rows = await (accounts?.length ? inRange.where("limit_history.account", "in", accounts) : inRange)
    .orderBy("fetched_at")
    .orderBy("limit_history.id")
    .execute();
  return rows.map((row) => readingOf({ ...row, machine: row.root ?? row.machine }));
}

/** A row as the API shows it. */
export function readingOf(row: LimitRow): LimitReading {
  return {
    ...limitKeyOf(row),
    percent: row.percent,
    severity: row.severity,
    resetsAt: row.resets_at,
    fetchedAt: row.fetched_at,
  };
}

const keyOf = ({ account, machine, kind, group, model }: LimitReading): string =>
  [account ?? "", machine ?? "", kind, group, model ?? ""].join("\0");
