import type { Engine } from "./engine/connection.ts";
import { SqliteReader } from "./engine/sqlite-reader.ts";
import { openMigrated, type StoreOptions } from "./open.ts";
import { type OpenFailure, SQLITE } from "./open-failure.ts";
import { requiredLibrary } from "./open-sqlite.ts";

/** Rows are read once and in order, so little of the file has to be kept. */
const MEMORY = { cacheKib: 4_096 };

/** A database that is copied. Whoever writes to it goes on. */
export interface CopySource extends Pick<Engine, "moment" | "close"> {
  readonly status: "open";
  /** Whether a collector is known to run on it. */
  readonly isServed: boolean;
}

/** Opens a database to read it. A SQLite file that a collector runs on is read beside it, and its schema stays as it is. */
export async function openSource(options: StoreOptions): Promise<CopySource | OpenFailure> {
  const { database, sqlite } = options;
  const opened = await openMigrated({ ...options, mustExist: true });
  if (opened.status === "open") {
    const { engine } = opened;
    return {
      status: "open",
      isServed: false,
      moment: (work) => engine.moment(work),
      close: () => engine.close(),
    };
  }
  if (opened.status !== "in_use" || !database.startsWith(SQLITE)) return opened;
  const reader = new SqliteReader(requiredLibrary(sqlite).name, database.slice(SQLITE.length), MEMORY);
  return {
    status: "open",
    isServed: true,
    moment: (work) => reader.moment(work),
    close: () => reader.close(),
  };
}
