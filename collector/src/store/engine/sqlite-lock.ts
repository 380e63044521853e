import { open, rm, stat } from "node:fs/promises";
import { exists, FILE_MODE, realFiles, realPath } from "../../../../src/base/disk/files.ts";
import type { SqliteLibrary } from "./sqlite-library.ts";
import { SqliteSession } from "./sqlite-session.ts";
import { StoreUnavailable } from "./unavailable.ts";

export interface FileLock {
  readonly release: () => void;
  /** For a file that turns out to be no database of the collector's: nothing of ours stays beside it. */
  readonly removeIfNew: () => Promise<void>;
}

/**
 * Takes the lock that says that a process runs on this file. It is a lock of SQLite's on an empty file of its own, which the
 * system releases when the process ends, however it ends; other programs may still read the database.
 */
export async function lockFile(library: SqliteLibrary, file: string): Promise<FileLock> {
  // One lock for one file, also if one of two collectors was given a link to it.
  const real = await realPath(file);
  // SQLite has a log for each name of a file: two processes that use two names would destroy it.
  if (((await stat(real).catch(() => undefined))?.nlink ?? 1) > 1) throw new StoreUnavailable("linked");
  const path = `${real}.lock`;
  const isNew = !(await exists(path, realFiles));
  await createPrivate(path);
  const database = library.open(path);
  try {
    const session = new SqliteSession(database);
    session.exec("pragma journal_mode = memory");
    session.exec("begin exclusive");
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release: () => database.close(),
    removeIfNew: async () => {
      if (isNew) await rm(path, { force: true });
    },
  };
}

/** So that the file, and those that SQLite puts beside it, can be read by their owner alone. */
export async function createPrivate(file: string): Promise<void> {
  try {
    await (await open(file, "a", FILE_MODE)).close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EROFS" || code === "EACCES" || code === "EPERM") {
      throw new StoreUnavailable("read_only", error);
    }
    throw new StoreUnavailable(code === "ENOSPC" ? "full" : "disk", error);
  }
}
