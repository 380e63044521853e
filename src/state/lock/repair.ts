import { randomUUID } from "node:crypto";
import { lstat, readdir, rename, rm } from "node:fs/promises";

/** A lock not refreshed for this long is nobody's any more, in milliseconds. */
export const STALE_MS = 20_000;

/** What stood where the lock is made: its time lies in the future, it is no folder, or something lies in it. */
export type Repaired = "future" | "not_a_folder" | "not_empty";

/** Clears away what the lock's own rule, an empty folder with an old time, would never clear. */
export async function repairLock(path: string, now: number = Date.now()): Promise<Repaired | undefined> {
  const wrong = await findFault(path, now);
  if (wrong === undefined) return undefined;
  // Moved first, so that of two who mend at once only one succeeds.
  const moved = `${path}.${randomUUID()}`;
  try {
    await rename(path, moved);
    await rm(moved, { recursive: true, force: true });
    return wrong;
  } catch {
    return undefined;
  }
}

async function findFault(path: string, now: number): Promise<Repaired | undefined> {
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
