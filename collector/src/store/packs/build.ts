import { type Kysely, sql } from "kysely";
import { COUNT_COLUMNS } from "../counts.ts";
import type { Tables } from "../tables.ts";
import type { Change } from "./changes.ts";
import { type ChangeRow, Merging, type RecordRow, Rows } from "./merging.ts";
import { opened } from "./seal.ts";

/** Machines whose records are read at once. */
const PAGE = 1_000;
export interface Pack {
  readonly day: string;
  /** The last change that is in it. */
  readonly last_change: number;
  readonly body: Uint8Array;
}

/** Called between two pieces of work. Work goes on once it resolves, and ends without a result if that is to false. */
export type Rest = () => Promise<boolean>;

interface Asked {
  readonly day: string;
  readonly lastChange: number;
  /** A day that is packed for the first time is read from its records, which have the changes to it. */
  readonly isFirst: boolean;
}

export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

/** Whether a pack has a change. */
export function isIn(pack: Omit<Pack, "body"> | undefined, { day, id }: Pick<Change, "day" | "id">): boolean {
  return pack !== undefined && day <= pack.day && id <= pack.last_change;
}

/**
 * What all machines used from the start of the month to the end of `day`: what the newest pack until then has, and what was
 * changed since. It is added up machine by machine, so that memory does not grow with the fleet.
 * @returns undefined if it was ended before
 */
export async function packedUntil(db: Kysely<Tables>, asked: Asked, rest: Rest): Promise<Buffer | undefined> {
  const { day, isFirst } = asked;
  const { rows: packs } = await sql<Pack>`select day, last_change, body from pack
    where body is not null and day >= ${monthStart(day)} and day <= ${day} order by day desc limit 1`.execute(
    db,
  );
  const [newest] = packs;
  const base = newest && { ...newest, body: readable(newest) };
  const merging = new Merging(base?.body, await changesSince(db, base, asked));
  for await (const records of isFirst ? recordsOf(db, day) : []) {
    merging.records = new Rows(records);
    const last = records.at(-1)?.machine ?? 0;
    while (merging.goOn(last)) if (!(await rest())) return undefined;
    if (!(await rest())) return undefined;
  }
  while (merging.goOn(Number.POSITIVE_INFINITY)) if (!(await rest())) return undefined;
  return merging.body();
}

/** A damaged pack is packed again before another one is made of it. */
function readable({ day, body }: Pack): Uint8Array {
  const pack = opened(body);
  if (pack.status !== "ok") throw new Error(`the pack of ${day} is ${pack.status}`);
  return pack.body;
}

/** What counts of a day, in pages, in the order of machines. */
async function* recordsOf(db: Kysely<Tables>, day: string): AsyncGenerator<readonly RecordRow[]> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const { rows } = await sql<RecordRow>`select d.account, u.*, d.machine
      from (select machine, account from machine_day
        where day = ${day} and counted = 1 and machine > ${last} order by machine limit ${PAGE}) d
      left join usage u on u.machine = d.machine and u.day = ${day} order by d.machine`.execute(db);
    if (rows.length > 0) yield rows;
    last = rows.at(-1)?.machine;
  }
}

const LIMB = sql.raw("4294967296");
const CHANGED = sql.join(
  COUNT_COLUMNS.map((name) => {
    const column = sql.ref(name);
    return sql`cast(sum(${column} % ${LIMB}) as double precision) as ${sql.ref(`${name}_low`)},
      cast(sum(${column} / ${LIMB}) as double precision) as ${sql.ref(`${name}_high`)}`;
  }),
);

async function changesSince(
  db: Kysely<Tables>,
  base: Pack | undefined,
  { day, lastChange, isFirst }: Asked,
): Promise<ChangeRow[]> {
  const last = isFirst ? sql`day < ${day}` : sql`day <= ${day}`;
  const { rows } = await sql<ChangeRow>`select machine, account, model, ${CHANGED} from pack_change
    where day >= ${monthStart(day)} and ${last} and id <= ${lastChange}
      and not (day <= ${base?.day ?? ""} and id <= ${base?.last_change ?? 0})
    group by machine, account, model order by machine`.execute(db);
  return rows;
}
