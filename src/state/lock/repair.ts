import { randomUUID } from "node:crypto";
import { lstat, readdir, rename, rm } from "node:fs/promises";

/** A lock that was not refreshed for this long is stale, in milliseconds. */
export const STALE_MS = 20_000;

/** Why a lock would never be released: its time is in the future, it is not a folder, or it is stale and not empty. */
export type LockFault = "future" | "not_a_folder" | "not_empty";

/** Removes a lock that proper-lockfile would never break, and resolves to what was wrong with it. Never rejects. */
export async function repairLock(path: string, now: number = Date.now()): Promise<LockFault | undefined> {
  const fault = await findFault(path, now);
  if (fault === undefined) return undefined;
  // Renamed first, so that only one of two processes that repair at the same moment succeeds.
  const moved = `${path}.${randomUUID()}`;
  try {
    await rename(path, moved);
    await rm(moved, { recursive: true, force: true });
    return fault;
  } catch {
    return undefined;
  }
}

async function findFault(path: string, now: number): Promise<LockFault | undefined> {
  try {
    const stat = await lstat(path);
    if (!stat.isDirectory()) return "not_a_folder";
    if (stat.mtimeMs > now + STALE_MS) return "future";
    const isStale = stat.mtimeMs < now - STALE_MS;
    return isStale && (await readdir(path)).length > 0 ? "not_empty" : undefined;
  } catch {
    return undefined;
  }
}
