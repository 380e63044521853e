import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** How others reach the collectors that run on this database. */
export interface Served {
  /** An https origin. */
  readonly url: string;
  /** Whether their certificate is signed by the authority in the database. */
  readonly hasOwnCertificate: boolean;
}

/** What the collector that was started last has noted, for commands that are given other settings than it. */
export interface ServedNote {
  /** Undefined if none was started yet. */
  read(): Promise<Served | undefined>;
  write(served: Served): Promise<void>;
}

const KEY = "served";

export function servedOn(db: Kysely<Tables>): ServedNote {
  return {
    read: async () => {
      const row = await db.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
      return row && (JSON.parse(row.value) as Served);
    },
    write: async (served) => {
      const value = JSON.stringify(served);
      await db
        .insertInto("meta")
        .values({ key: KEY, value })
        .onConflict((on) => on.column("key").doUpdateSet({ value }))
        .execute();
    },
  };
}
