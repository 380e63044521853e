import { sql } from "kysely";
import { DAY_MS } from "../../../../src/base/durations.ts";
import type { Columns } from "../engine/columns.ts";
import { limitKeyOf } from "../limit-key.ts";
import type { LimitCourseQuery, LimitStretch } from "../records.ts";
import type { KeptReadings } from "./kept-readings.ts";
import { machineNumber } from "./machines.ts";
import type { Reading } from "./reading.ts";
import { SAME_RESET_MS, stretchesOf } from "./stretches.ts";

/** A reading's time and its percent as one number, so that the last one of a group can be asked for in both databases. */
const PLACES = 128;
const FULL = 100;

/** Stands for an instant that is not known. */
const NEVER = -1;

/** Of accounts, a range of so many days is thinned here, from readings that are in memory. */
const KEPT_MS = 40 * DAY_MS;

/**
 * How limits were used, thinned: for each limit, and each reset, one row for every `step` of time that has a reading. Ordered by
 * limit and time.
 */
export async function limitCourse(
  reading: Reading,
  { readings: kept }: { readonly readings: KeptReadings },
  query: LimitCourseQuery,
): Promise<LimitStretch[]> {
  const { accounts, to } = query;
  const from = Math.max(0, query.from);
  if (to < from) return [];
  if (accounts.length === 0 || to - from > KEPT_MS) return thinnedThere(reading, { ...query, from });
  const ofMachines = await thinnedThere(reading, { ...query, from, accounts: [] });
  const named = accounts.filter((account) => account !== "").sort();
  const readings = await kept.of(reading, named, from);
  return [
    ...ofMachines,
    ...[...readings].flatMap(([account, limits]) => stretchesOf(account, limits, { ...query, from })),
  ];
}

/** Thinned in the database. */
async function thinnedThere(
  reading: Reading,
  { from: since, to, step, accounts, machines }: LimitCourseQuery,
): Promise<LimitStretch[]> {
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
  const columns =
    await reading.columns(sql`select h.account, coalesce(m.root, 0) as machine, h.kind, h.limit_group, h.model,
      coalesce(max(h.resets_at), ${sql.lit(NEVER)}) as resets_at, min(h.fetched_at) as first_at,
      ${lastOf} / ${sql.lit(PLACES)} as last_at, ${lastOf} % ${sql.lit(PLACES)} as last, max(h.percent) as highest,
      coalesce(min(case when h.percent >= ${sql.lit(FULL)} then h.fetched_at end), ${sql.lit(NEVER)}) as full_at
    from limit_history h left join machine m on m.id = h.machine
    where (${sql.join(owners, sql` or `)}) and h.fetched_at >= ${since} and h.fetched_at <= ${to} and h.percent is not null
    group by ${keys}, ${reset}, ${bucket} order by ${keys}, first_at`);
  return stretchesIn(columns);
}

/** They may be many, so they are read by column. */
function stretchesIn(columns: Columns): LimitStretch[] {
  const text = (name: string) => {
    const { names, places } = columns.texts(name);
    return (at: number) => names[places[at] ?? 0] ?? "";
  };
  const instant = (name: string) => {
    const values = columns.numbers(name);
    return (at: number) => (values[at] === NEVER ? null : (values[at] ?? null));
  };
  const [account, kind, group, model] = [text("account"), text("kind"), text("limit_group"), text("model")];
  const [resetsAt, fullAt] = [instant("resets_at"), instant("full_at")];
  const numbers = (name: string) => columns.numbers(name);
  const [machine, firstAt, lastAt] = [numbers("machine"), numbers("first_at"), numbers("last_at")];
  const [last, highest] = [numbers("last"), numbers("highest")];
  return Array.from({ length: columns.length }, (_, at): LimitStretch => {
    const key = { account: account(at), machine: machine[at] ?? 0, kind: kind(at), limit_group: group(at) };
    return {
      ...limitKeyOf({ ...key, model: model(at) }),
      resetsAt: resetsAt(at),
      firstAt: firstAt[at] ?? 0,
      lastAt: lastAt[at] ?? 0,
      last: last[at] ?? 0,
      highest: highest[at] ?? 0,
      fullAt: fullAt(at),
    };
  });
}
