import type { Kysely } from "kysely";
import type { Newest } from "../records.ts";
import type { Tables } from "../tables.ts";

/** @param until a day: those after it do not count */
export async function newest(db: Kysely<Tables>, until: string): Promise<Newest> {
  const machines = await db
    .selectFrom("machine")
    .select((eb) => eb.fn.max("last_seen").as("seen"))
    .executeTakeFirst();
  const days = await db
    .selectFrom("machine_day")
    .select((eb) => eb.fn.max("day").as("day"))
    .where("day", "<=", until)
    .executeTakeFirst();
  return { seen: machines?.seen ?? null, day: days?.day ?? null };
}
