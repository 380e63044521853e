import { sql } from "kysely";
import { REPAIRS } from "../packs/index.ts";
import { prunedUntil } from "./pruned-until.ts";
import type { Reading } from "./reading.ts";

/** What past days are like at a moment, so that what was read of one before is known to be true still. */
export interface History {
  /** The last day that is packed. Whatever changes in it or before it is noted. */
  readonly last: string;
  /** The day before which records were removed. */
  readonly prunedBefore: string;
  /** Says which server it is, how far its notes are packed, and how often packs were repaired. Nothing that was read under another one is known to be true. */
  readonly name: string;
  /** What was noted of a day since: the same text, unless the day has changed. */
  readonly changes: ReadonlyMap<string, string>;
}

interface Marks {
  readonly last: string | null;
  readonly packed: number | null;
  readonly repairs: string | null;
}

interface DayChanges {
  readonly day: string;
  readonly count: number;
  readonly first: number;
  readonly newest: number;
}

export async function historyOf(reading: Reading): Promise<History> {
  const { db } = reading;
  const prunedBefore = await prunedUntil(db);
  const { rows: marks } =
    await sql<Marks>`select max(last_change) as packed, (select max(day) from pack where body is not null
    and day < coalesce((select min(day) from pack where body is null), '9999-99-99')) as last,
    (select value from meta where key = ${REPAIRS}) as repairs from pack`.execute(db);
  // Their ids only grow, and packing takes away the first ones: what is there follows from how many, and from the first and last.
  const { rows } = await sql<DayChanges>`select day, count(*) as count, min(id) as first, max(id) as newest
    from pack_change where day >= ${prunedBefore} group by day`.execute(db);
  const [mark] = marks;
  return {
    last: mark?.last ?? "",
    prunedBefore,
    name: `${await serverOf(reading)} ${prunedBefore} ${mark?.packed ?? 0} ${mark?.repairs ?? 0}`,
    changes: new Map(rows.map(({ day, count, first, newest }) => [day, `${count} ${first} ${newest}`])),
  };
}

/** Tells servers apart: a standby that takes over may not have all that its primary had. */
export async function serverOf({ db, kind }: Reading): Promise<string> {
  if (kind === "sqlite") return "";
  const { rows } = await sql<{
    since: string;
  }>`select cast(pg_postmaster_start_time() as text) as since`.execute(db);
  return rows[0]?.since ?? "";
}
