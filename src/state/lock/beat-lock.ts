import fs from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import lockfile from "proper-lockfile";
import { FOLDER_MODE, isRace } from "../../base/disk/files.ts";
import { errorCode, undefinedIfMissing } from "../../base/errors.ts";
import { ensureFolder } from "../folder/ensure-folder.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import { type Repaired, repairLock, STALE_MS } from "./repair.ts";

export type BeatLock =
  | {
      readonly status: "held";
      /** What was wrong with a lock that stood in the way, where something was. */
      readonly repaired: Repaired | undefined;
      /** Whether others could write to the folder until it was closed now. */
      readonly wasOpen: boolean;
      /** Whether the lock is still this beat's: a holder that slept may have lost it. To be asked before a write. Never rejects. */
      readonly probe: () => Promise<LockProbe>;
      readonly release: () => Promise<void>;
    }
  | { readonly status: "taken" }
  | { readonly status: "failed"; readonly code: string };

/** `failed`: the lock could not be looked at, and the code is the system's. */
export type LockProbe =
  | { readonly status: "ok" }
  | { readonly status: "lost" }
  | { readonly status: "failed"; readonly code: string };

const ATTEMPTS = 5;
/** The longest pause before the second attempt, in milliseconds; the later ones grow. */
const PAUSE_MS = 10;

/**
 * Takes the lock between processes and waits for nobody (rules LOCK-1, LOCK-2). Never rejects.
 * A lock that its holder has not refreshed for 20 s counts as left behind.
 */
export async function takeLock(folder: StateFolder): Promise<BeatLock> {
  for (let attempt = 1; ; attempt++) {
    const lock = await tryLock(folder);
    if (lock.status !== "failed" || !(await isRace(lock.code, folder.path, folder.files))) return lock;
    // Of several who clear away one stale lock, one may have removed the other's: one of them is to get it.
    if (attempt === ATTEMPTS) return { status: "taken" };
    // Not in step with the others.
    await pause(Math.random() * attempt * PAUSE_MS);
  }
}

async function tryLock(folder: StateFolder): Promise<BeatLock> {
  const path = folder.names.lock;
  let lost = false;
  const lose = () => {
    lost = true;
  };
  try {
    const wasOpen = await ensureFolder(folder);
    const repaired = await repairLock(path);
    const release = await lockfile.lock(folder.path, {
      lockfilePath: path,
      realpath: false,
      stale: STALE_MS,
      retries: 0,
      fs: guarded(() => lost, lose),
      onCompromised: lose,
    });
    const own = await identityOf(path).catch(async (error: unknown) => {
      if (errorCode(error) === "ENOENT") lose();
      await release().catch(() => {});
      throw error;
    });
    const probe = async (): Promise<LockProbe> => {
      try {
        lost ||= (await currentIdentity(path)) !== own;
        return { status: lost ? "lost" : "ok" };
      } catch (error) {
        return { status: "failed", code: errorCode(error) };
      }
    };
    return {
      status: "held",
      repaired,
      wasOpen,
      probe,
      async release() {
        await probe();
        await release().catch(() => {});
      },
    };
  } catch (error) {
    const code = errorCode(error);
    return code === "ELOCKED" ? { status: "taken" } : { status: "failed", code };
  }
}

/** Tells one making of a folder from the next by the same name. Throws the system's error. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino, birthtimeMs } = await fs.promises.stat(path);
  return `${dev}:${ino}:${birthtimeMs}`;
}

/** The same; `undefined` where it is gone. */
async function currentIdentity(path: string): Promise<string | undefined> {
  return identityOf(path).catch(undefinedIfMissing);
}

/** The file system as the lock sees it: its folder is for its owner alone, and one that is another's by now is not removed. */
function guarded(isLost: () => boolean, lose: () => void) {
  return {
    ...fs,
    mkdir: (path: string, done: fs.NoParamCallback) => fs.mkdir(path, FOLDER_MODE, done),
    // What the lock does with its folder right after it made it, and to refresh it: gone by then, it was cleared away.
    utimes: (path: string, accessed: Date, modified: Date, done: fs.NoParamCallback) =>
      fs.utimes(path, accessed, modified, (error) => {
        if (error?.code === "ENOENT") lose();
        done(error);
      }),
    rmdir: (path: string, done: fs.NoParamCallback) => (isLost() ? done(null) : fs.rmdir(path, done)),
    rmdirSync: (path: string) => {
      if (!isLost()) fs.rmdirSync(path);
    },
  };
}
