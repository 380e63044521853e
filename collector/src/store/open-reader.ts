import type { Engine } from "./engine/connection.ts";
import { kyselyOf } from "./engine/dialect.ts";
import { SqliteReadOnly } from "./engine/sqlite-read-only.ts";
import { SQLITE } from "./open-failure.ts";
import { openPostgres } from "./open-postgres.ts";
import { requiredLibrary } from "./open-sqlite.ts";
import { SqlStore } from "./sql-store.ts";
import type { Store } from "./store.ts";

const CACHE_KIB = 32_768;
/** Those of a process are shared out between pushes and pages. */
const CONNECTIONS = 3;
/** What only signing in and certificates need is not read. */
const NO_META = { hmacKey: Buffer.alloc(0), authority: { certificate: "", key: "" } };

/**
 * Opens a database that this process has open already, for a thread that makes pages. What writes is refused on SQLite, and is
 * not asked for anywhere.
 * @param database as in `StoreOptions`
 */
export function openReader(database: string): Store {
  const engine = readingEngine(database);
  return new SqlStore({
    engine,
    db: kyselyOf(engine),
    meta: NO_META,
    copyTo: async () => ({ status: "failed" }),
    isReader: true,
  });
}

function readingEngine(database: string): Engine {
  if (!database.startsWith(SQLITE)) return openPostgres(database, CONNECTIONS).engine;
  return new SqliteReadOnly(requiredLibrary(), database.slice(SQLITE.length), CACHE_KIB);
}
