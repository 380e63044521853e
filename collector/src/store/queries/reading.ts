import type { Kysely, RawBuilder } from "kysely";
import type { Columns } from "../engine/columns.ts";
import type { EngineKind, Moment, Value } from "../engine/connection.ts";
import { kyselyOn } from "../engine/dialect.ts";
import type { Tables } from "../tables.ts";

/** Queries that all see one moment. */
export interface Reading {
  readonly kind: EngineKind;
  readonly db: Kysely<Tables>;
  /** The rows of a query that has many. */
  columns(query: RawBuilder<unknown>): Promise<Columns>;
}

export function readingOn(session: Moment): Reading {
  const db = kyselyOn(session);
  return {
    kind: session.kind,
    db,
    columns: (query) => {
      const { sql, parameters } = query.compile(db);
      return session.columns(sql, parameters as readonly Value[]);
    },
  };
}
