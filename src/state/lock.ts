import fs from "node:fs";
import lockfile from "proper-lockfile";
import { errorCode } from "../base/errors.ts";
import { ensureFolder, isRace, realFiles, type StateFiles } from "./files.ts";
import { type Mended, mendLock, STALE_MS } from "./lock-mend.ts";
import { stateNames } from "./names.ts";

export type BeatLock =
  | {
      readonly status: "held";
      /** What was wrong with a lock that stood in the way, where something was. */
      readonly mended: Mended | undefined;
      /** Whether the lock is still this beat's: a holder that slept may have lost it. To be asked before a write. */
      readonly isHeld: () => Promise<boolean>;
      readonly release: () => Promise<void>;
    }
  | { readonly status: "taken" }
  | { readonly status: "failed"; readonly code: string };

const ATTEMPTS = 5;

/**
 * Takes the lock between processes and waits for nobody (spec: Run wrapper; design: The daemon). Never rejects.
 * A lock that its holder has not refreshed for 20 s counts as left behind.
 */
export async function takeLock(dir: string, files: StateFiles = realFiles): Promise<BeatLock> {
  for (let attempt = 1; ; attempt++) {
    const lock = await tryLock(dir, files);
    if (lock.status !== "failed" || !(await isRace(lock.code, dir, files))) return lock;
    // Of several who clear away one stale lock, one may have removed the other's: one of them is to get it.
    if (attempt === ATTEMPTS) return { status: "taken" };
  }
}

async function tryLock(dir: string, files: StateFiles): Promise<BeatLock> {
  const path = stateNames(dir).lock;
  let lost = false;
  try {
    await ensureFolder(dir, files);
    const mended = await mendLock(path);
    const release = await lockfile.lock(dir, {
      lockfilePath: path,
      realpath: false,
      stale: STALE_MS,
      retries: 0,
      fs: guarded(() => lost),
      onCompromised: () => {
        lost = true;
      },
    });
    const own = await incarnation(path);
    return {
      status: "held",
      mended,
      async isHeld() {
        if (!lost && (await incarnation(path)) !== own) lost = true;
        return !lost;
      },
      async release() {
        if (!lost && (await incarnation(path)) !== own) lost = true;
        await release().catch(() => {});
      },
    };
  } catch (error) {
    const code = errorCode(error);
    return code === "ELOCKED" ? { status: "taken" } : { status: "failed", code };
  }
}

/** Tells one making of a folder from the next by the same name. */
async function incarnation(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, birthtimeMs } = await fs.promises.stat(path);
    return `${dev}:${ino}:${birthtimeMs}`;
  } catch {
    return undefined;
  }
}

/** The file system as the lock sees it: a lock that is another's by now is not removed. */
function guarded(isLost: () => boolean) {
  return {
    ...fs,
    rmdir: (path: string, done: fs.NoParamCallback) => (isLost() ? done(null) : fs.rmdir(path, done)),
    rmdirSync: (path: string) => {
      if (!isLost()) fs.rmdirSync(path);
    },
  };
}
