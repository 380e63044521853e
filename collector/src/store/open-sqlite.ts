import { rm } from "node:fs/promises";
import { SqliteEngine } from "./engine/sqlite.ts";
import { copySqlite } from "./engine/sqlite-copy.ts";
import { type SqliteLibrary, type SqliteName, sqliteLibraries } from "./engine/sqlite-library.ts";
import { StoreUnavailable } from "./engine/unavailable.ts";
import { CannotOpen } from "./open-failure.ts";
import type { OpenedEngine } from "./opened.ts";

/** Opens a SQLite file, and creates it if it is new. */
export async function openSqlite(file: string, name?: SqliteName): Promise<OpenedEngine> {
  const library = requiredLibrary(name);
  const engine = await SqliteEngine.open(library, file);
  return {
    engine,
    copyTo: (to) => copySqlite(library.name, file, to),
    copyFirst: async (migration) => {
      const copy = `${file}.before-${migration}`;
      // One from an earlier try may lack what was written since.
      await rm(copy, { force: true });
      const { status } = await copySqlite(library.name, file, copy);
      if (status !== "done") throw new StoreUnavailable("disk");
    },
  };
}

export function requiredLibrary(name?: SqliteName): SqliteLibrary {
  const library = sqliteLibraries().find((each) => name === undefined || each.name === name);
  if (library !== undefined) return library;
  throw new CannotOpen({
    status: "no_engine",
    reason:
      "this Node has no SQLite: install Node 22.16 or newer, or the package libsql, or use a PostgreSQL database",
  });
}
