import { type Kysely, sql } from "kysely";
import { limitKeyOf } from "../limit-key.ts";
import type { LimitCourseQuery, LimitStretch } from "../records.ts";
import type { Tables } from "../tables.ts";
import { machineNumber } from "./machines.ts";

/** Resets within this long are one: the vendor's times drift. In milliseconds. */
const SAME_RESET_MS = 600_000;
/** A reading's time and its percent as one number, so that the last one of a group can be asked for in both databases. */
const PLACES = 128;
const FULL = 100;

interface Row {
  readonly account: string;
  readonly machine: number;
  readonly kind: string;
  readonly limit_group: string;
  readonly model: string;
  readonly resets_at: number | null;
  readonly first_at: number;
  readonly last_at: number;
  readonly last: number;
  readonly highest: number;
  readonly full_at: number | null;
}

/**
 * How limits were used, thinned in the database: for each limit, and each reset, one row for every `step` of time that has a
 * reading. Ordered by limit and time.
 */
export async function limitCourse(
  db: Kysely<Tables>,
  { from, to, step, accounts, machines }: LimitCourseQuery,
): Promise<LimitStretch[]> {
  const since = Math.max(0, from);
  if (to < since) return [];
  const ids = machines.flatMap((id) => machineNumber(id) ?? []);
  const owners = [
    ...accounts.map((account) => sql`(h.account = ${account} and h.machine = 0)`),
    ...ids.map((id) => sql`(h.account = '' and h.machine in (select id from machine where root = ${id}))`),
  ];
  if (owners.length === 0) return [];
  const bucket = sql`((h.fetched_at - ${sql.lit(since)}) / ${sql.lit(step)})`;
  const reset = sql`(coalesce(h.resets_at, 0) / ${sql.lit(SAME_RESET_MS)})`;
  const lastOf = sql`max(h.fetched_at * ${sql.lit(PLACES)} + h.percent)`;
  const keys = sql`h.account, coalesce(m.root, 0), h.kind, h.limit_group, h.model`;
  const { rows } =
    await sql<Row>`select h.account, coalesce(m.root, 0) as machine, h.kind, h.limit_group, h.model,
      max(h.resets_at) as resets_at, min(h.fetched_at) as first_at, ${lastOf} / ${sql.lit(PLACES)} as last_at,
      ${lastOf} % ${sql.lit(PLACES)} as last, max(h.percent) as highest,
      min(case when h.percent >= ${sql.lit(FULL)} then h.fetched_at end) as full_at
    from limit_history h left join machine m on m.id = h.machine
    where (${sql.join(owners, sql` or `)}) and h.fetched_at >= ${since} and h.fetched_at <= ${to} and h.percent is not null
    group by ${keys}, ${reset}, ${bucket} order by ${keys}, first_at`.execute(db);
  return rows.map((row) => ({
    ...limitKeyOf(row),
    resetsAt: row.resets_at,
    firstAt: row.first_at,
    lastAt: row.last_at,
    last: row.last,
    highest: row.highest,
    fullAt: row.full_at,
  }));
}
