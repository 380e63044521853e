import fs from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "../base/errors.ts";

/** The calls on the file system that the state's disk side makes. */
export type StateFiles = Pick<
  typeof fs,
  "chmod" | "link" | "lstat" | "mkdir" | "open" | "readdir" | "readFile" | "rename" | "rm" | "stat" | "unlink"
>;

export const realFiles: StateFiles = fs;

/** Everything of ours is for its owner alone. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** Whether a failed call on a file of ours only says that another process was there first: the folder itself stands. */
export async function isRace(code: string, dir: string, files: StateFiles): Promise<boolean> {
  if (code !== "ENOENT" && code !== "EEXIST") return false;
  return files.stat(dir).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
}

const STICKY = 0o1000;

/** The permission bits of a mode. */
export function permissions(mode: number): number {
  return mode & 0o777;
}

export async function removeIfThere(path: string, files: StateFiles): Promise<void> {
  await files.unlink(path).catch(() => {});
}

/** Tells one file of a name from the next, and from the same once it was written to; `undefined` where there is none. */
export async function incarnation(path: string, files: StateFiles): Promise<string | undefined> {
  return files.lstat(path).then(
    ({ dev, ino, mtimeMs, size }) => `${dev}:${ino}:${mtimeMs}:${size}`,
    () => undefined,
  );
}

/** Whether something, be it a link to nothing, is called that. */
export async function isThere(path: string, files: StateFiles): Promise<boolean> {
  return files.lstat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Makes the folder where it is missing, and its mode 700. One that is shared by everybody (sticky, as /tmp is) is
 * not ours to close: that, as all else, throws the system's error.
 */
export async function ensureFolder(dir: string, files: StateFiles): Promise<void> {
  await makeFolder(dir, files);
  const { mode } = await files.stat(dir);
  if ((mode & STICKY) !== 0) throw Object.assign(new Error("the folder is shared"), { code: "EPERM" });
  if (permissions(mode) !== FOLDER_MODE) await files.chmod(dir, FOLDER_MODE);
}

async function makeFolder(dir: string, files: StateFiles): Promise<void> {
  try {
    await files.mkdir(dir, { recursive: true, mode: FOLDER_MODE });
  } catch (error) {
    // Node says ENOENT for whatever kept it from making a folder on the way; made one by one, the reason comes out.
    const parent = dirname(dir);
    if (errorCode(error) !== "ENOENT" || parent === dir) throw error;
    if (!(await isThere(parent, files))) await makeFolder(parent, files);
    await files.mkdir(dir, { mode: FOLDER_MODE });
  }
}
