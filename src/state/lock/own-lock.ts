import fs from "node:fs";
import { FOLDER_MODE } from "../../base/disk/files.ts";
import { errorCode, undefinedIfMissing } from "../../base/errors.ts";

/** `failed`: the lock could not be checked, and the code is the system's. */
export type LockProbe =
  | { readonly status: "ok" }
  | { readonly status: "lost" }
  | { readonly status: "failed"; readonly code: string };

/** Distinguishes the folder of our lock from one that another process made in its place (rule LOCK-3). */
export class OwnLock {
  /** The file system for proper-lockfile. */
  readonly fs: object;
  readonly #path: string;
  #own: string | undefined;
  #isLost = false;

  constructor(path: string) {
    this.#path = path;
    this.fs = guardedFs(
      () => this.#isLost,
      () => this.lose(),
    );
  }

  lose(): void {
    this.#isLost = true;
  }

  /** Notes which folder is ours. Call it right after the folder is made. Throws the system's error. */
  async identify(): Promise<void> {
    try {
      this.#own = await identityOf(this.#path);
    } catch (error) {
      if (errorCode(error) === "ENOENT") this.lose();
      throw error;
    }
  }

  /** Whether the folder is still the one that was identified. Never rejects. */
  async probe(): Promise<LockProbe> {
    try {
      this.#isLost ||= (await identityOf(this.#path).catch(undefinedIfMissing)) !== this.#own;
      return { status: this.#isLost ? "lost" : "ok" };
    } catch (error) {
      return { status: "failed", code: errorCode(error) };
    }
  }
}

/** Differs for every folder that is made under one name. Throws the system's error. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino, birthtimeMs } = await fs.promises.stat(path);
  return `${dev}:${ino}:${birthtimeMs}`;
}

/** `fs`, except that the lock's folder has mode 700, and that a lock which is no longer ours is never removed. */
function guardedFs(isLost: () => boolean, lose: () => void) {
  return {
    ...fs,
    mkdir: (path: string, done: fs.NoParamCallback) => fs.mkdir(path, FOLDER_MODE, done),
    // Called right after the folder is made, and to refresh it. If the folder is gone by then, another process removed it.
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
