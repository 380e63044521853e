import type { Kysely, RawBuilder } from "kysely";
import type { Columns } from "../engine/columns.ts";
import type { Moment, Value } from "../engine/connection.ts";
import { kyselyOn } from "../engine/dialect.ts";
import type { PackCache } from "../packs/index.ts";
import type { Tables } from "../tables.ts";
import type { OpenDays } from "./open-records.ts";

/** Queries that all see one moment. */
export interface Reading {
  readonly db: Kysely<Tables>;
  readonly packs: PackCache;
  readonly open: OpenDays;
  /** The rows of a query that has many. */
  columns(query: RawBuilder<unknown>): Promise<Columns>;
}

export function readingOn(session: Moment, kept: Pick<Reading, "packs" | "open">): Reading {
  const db = kyselyOn(session);
  return {
    db,
    ...kept,
    columns: (query) => {
      const { sql, parameters } = query.compile(db);
      return session.columns(sql, parameters as readonly Value[]);
    },
  };
}
