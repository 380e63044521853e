import { rename, rm, stat } from "node:fs/promises";
import { exists, realFiles } from "../../../src/base/disk/files.ts";
import { copySqlite } from "./engine/sqlite-copy.ts";
import type { SqliteLibrary, SqliteName } from "./engine/sqlite-library.ts";
import { type FileLock, lockFile } from "./engine/sqlite-lock.ts";
import { SqliteSession } from "./engine/sqlite-session.ts";
import { StoreUnavailable } from "./engine/unavailable.ts";
import { MIGRATIONS } from "./migrations/all.ts";
import { requiredLibrary } from "./open-sqlite.ts";

/**
 * `exists`: there is a database already. `dangling`: there is a link to a missing file. `in_use`: a collector runs on it.
 * `missing`: no such backup. `not_a_file`: a folder, for one. `not_a_backup`: it is corrupt, or no database of the collector's.
 * `newer`: a newer version made it. `failed`: the disk.
 */
export type RestoreResult = {
  readonly status:
    | "done"
    | "exists"
    | "dangling"
    | "in_use"
    | "missing"
    | "not_a_file"
    | "not_a_backup"
    | "newer"
    | "failed";
};

/** Puts a backup in the place of a SQLite database that is not there. Nothing is ever overwritten. */
export async function restoreSqlite(
  backup: string,
  file: string,
  sqlite?: SqliteName,
): Promise<RestoreResult> {
  const library = requiredLibrary(sqlite);
  const named = await statOf(backup);
  if (named === undefined) return { status: "missing" };
  if (!named.isFile()) return { status: "not_a_file" };
  let lock: FileLock;
  try {
    lock = await lockFile(library, file);
  } catch (error) {
    const isBusy = error instanceof StoreUnavailable && error.trouble === "busy";
    return { status: isBusy ? "in_use" : "failed" };
  }
  try {
    if (await exists(file, realFiles))
      return { status: (await statOf(file)) === undefined ? "dangling" : "exists" };
    const found = await inspect(library, backup);
    if (found !== "good") return { status: found };
    return await copySqlite(library.name, backup, file, () => setLogAside(file));
  } finally {
    lock.release();
  }
}

/** A log that a database left behind when it was moved away would be read into the restored one. */
async function setLogAside(file: string): Promise<void> {
  await rm(`${file}-shm`, { force: true });
  const log = `${file}-wal`;
  if (await exists(log, realFiles)) await rename(log, await unusedName(`${log}.before-restore`));
}

async function unusedName(name: string): Promise<string> {
  let free = name;
  for (let count = 2; await exists(free, realFiles); count++) free = `${name}-${count}`;
  return free;
}

const statOf = (path: string) => stat(path).catch(() => undefined);

/** Whether it is an intact database of this version's collector, or of an older one. */
async function inspect(library: SqliteLibrary, path: string): Promise<"good" | "newer" | "not_a_backup"> {
  const database = library.open(path);
  try {
    const session = new SqliteSession(database);
    const [check] = await session.all<Record<string, string>>("pragma integrity_check");
    const keys = await session.all("select value from meta where key = 'hmac_key'");
    if (Object.values(check ?? {})[0] !== "ok" || keys.length !== 1) return "not_a_backup";
    const known: readonly string[] = MIGRATIONS;
    const migrations = await session.all<{ name: string }>("select name from migration");
    return migrations.every(({ name }) => known.includes(name)) ? "good" : "newer";
  } catch {
    return "not_a_backup";
  } finally {
    database.close();
  }
}
