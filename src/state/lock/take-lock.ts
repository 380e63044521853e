import { setTimeout as pause } from "node:timers/promises";
import lockfile from "proper-lockfile";
import { errorCode } from "../../base/errors.ts";
import { ensureFolder } from "../folder/ensure-folder.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import { isContention } from "./contention.ts";
import { type LockProbe, OwnLock } from "./own-lock.ts";
import { type LockFault, repairLock, STALE_MS } from "./repair.ts";

export type BeatLock =
  | {
      readonly status: "held";
      /** What was wrong with a lock that had to be removed first. */
      readonly repaired: LockFault | undefined;
      /** Whether other users could write to the state folder until now. */
      readonly wasOpen: boolean;
      /** Whether this beat still holds the lock; it can lose it while the machine sleeps. Check before writing. Never rejects. */
      readonly probe: () => Promise<LockProbe>;
      readonly release: () => Promise<void>;
    }
  | { readonly status: "taken" }
  /** The system error code. */
  | { readonly status: "failed"; readonly code: string };

export type { LockProbe };

const MAX_ATTEMPTS = 5;
/** The longest pause before the second attempt, in milliseconds. Each later pause is longer by as much. */
const PAUSE_MS = 10;

/** Takes the lock between processes, without waiting for its holder (rules LOCK-1, LOCK-2). Never rejects. */
export async function takeLock(folder: StateFolder): Promise<BeatLock> {
  for (let attempt = 1; ; attempt++) {
    const lock = await tryLock(folder);
    if (lock.status !== "failed" || !(await isContention(lock.code, folder))) return lock;
    // Processes that break one stale lock at the same moment can remove each other's new one. Retry until one has it.
    if (attempt === MAX_ATTEMPTS) return { status: "taken" };
    // A random pause, so that they do not retry in step.
    await pause(Math.random() * attempt * PAUSE_MS);
  }
}

async function tryLock(folder: StateFolder): Promise<BeatLock> {
  const own = new OwnLock(folder.names.lock);
  try {
    const wasOpen = await ensureFolder(folder);
    const repaired = await repairLock(folder.names.lock);
    const release = await lockfile.lock(folder.path, {
      lockfilePath: folder.names.lock,
      realpath: false,
      stale: STALE_MS,
      retries: 0,
      fs: own.fs,
      onCompromised: () => own.lose(),
    });
    try {
      await own.identify();
    } catch (error) {
      await release().catch(() => {});
      throw error;
    }
    return {
      status: "held",
      repaired,
      wasOpen,
      probe: () => own.probe(),
      async release() {
        await own.probe();
        await release().catch(() => {});
      },
    };
  } catch (error) {
    const code = errorCode(error);
    return code === "ELOCKED" ? { status: "taken" } : { status: "failed", code };
  }
}
