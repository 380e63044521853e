import { type Engine, type Session, transaction } from "./engine/connection.ts";
import { upsert } from "./engine/upsert.ts";
import { removeRecords } from "./law/remove.ts";
import { otherTurn, type Rest } from "./packs/index.ts";
import { PRUNED_BEFORE } from "./queries/pruned-until.ts";

/** Records of a day that are removed in one transaction: pushes of their machines wait for it. */
const BATCH = 200;
/** Readings of limits that are removed at once. */
const READINGS = 2_000;
/** The lock of PostgreSQL that lets one process remove days at a time. */
const LOCK = 7_203_116;

const META = upsert({ table: "meta", key: ["key"], columns: { key: "text", value: "text" } });

/**
 * Removes what is older than a day: records, their sums, and readings of limits. Running totals stay. No table is locked: what is
 * removed at one time are a few machines' records, as a push of theirs would remove them.
 * @returns how many days of machines were removed
 */
export async function prune(engine: Engine, day: string, rest: Rest = otherTurn): Promise<number> {
  // First: a day that is removed must not be counted as new when a machine sends it again.
  await transaction(engine, (session) => notePruned(session, day));
  let removed = 0;
  for (;;) {
    const step = await transaction(engine, (session) => removeOldest(session, day)).catch(asHeldAgain);
    if (step === undefined) break;
    removed += step;
    if (!(await rest())) return removed;
  }
  // The month of `day` itself stays: what its packs have from before is taken away from them.
  const month = `${day.slice(0, 7)}-01`;
  await transaction(engine, async (session) => {
    await session.run("delete from pack where day < $1", [month]);
    await session.run("delete from pack_change where day < $1", [month]);
  });
  const since = Date.parse(`${day}T00:00:00Z`);
  while ((await transaction(engine, (session) => removeReadings(session, since))) === READINGS) {
    if (!(await rest())) break;
  }
  return removed;
}

async function notePruned(session: Session, day: string): Promise<void> {
  const [row] = await session.all<{ value: string }>("select value from meta where key = $1", [
    PRUNED_BEFORE,
  ]);
  if (row === undefined || row.value < day) await session.upsert(META, [[PRUNED_BEFORE, day]]);
}

const OLDEST = `select min(day) as day from (select min(day) as day from machine_day
  union all select min(day) from day_sum union all select min(day) from account_day_sum) days`;

/**
 * Removes some records of the oldest day; once there are none, its sums.
 * @returns how many records were removed; undefined if there is nothing left, or another process removes it
 */
async function removeOldest(session: Session, until: string): Promise<number | undefined> {
  if (session.kind === "postgres") {
    const [row] = await session.all<{ locked: boolean }>("select pg_try_advisory_xact_lock($1) as locked", [
      LOCK,
    ]);
    if (!row?.locked) return undefined;
  }
  const [oldest] = await session.all<{ day: string | null }>(OLDEST);
  const day = oldest?.day ?? until;
  if (day >= until) return undefined;
  const machines = await holders(session, day, BATCH);
  if (machines.length > 0) return removeRecords(session, day, machines);
  await session.run("delete from day_sum where day = $1", [day]);
  await session.run("delete from account_day_sum where day = $1", [day]);
  // A push that added to one of these sums had to be waited for: its record can be seen by now.
  if ((await holders(session, day, 1)).length > 0) throw new HeldAgain();
  return 0;
}

async function holders(session: Session, day: string, limit: number): Promise<number[]> {
  const rows = await session.all<{ machine: number }>(
    `select machine from machine_day where day = $1 limit ${limit}`,
    [day],
  );
  return rows.map(({ machine }) => machine);
}

/** Thrown to undo the removal of sums that are needed. */
class HeldAgain extends Error {}

function asHeldAgain(error: unknown): number {
  if (error instanceof HeldAgain) return 0;
  throw error;
}

function removeReadings(session: Session, since: number): Promise<number> {
  return session.run(
    `delete from limit_history where id in (select id from limit_history where fetched_at < $1 limit ${READINGS})`,
    [since],
  );
}
