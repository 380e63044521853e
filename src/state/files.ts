import fs from "node:fs/promises";

/** The calls on the file system that the state's disk side makes. */
export type StateFiles = Pick<
  typeof fs,
  | "chmod"
  | "copyFile"
  | "link"
  | "lstat"
  | "mkdir"
  | "open"
  | "readdir"
  | "readFile"
  | "rename"
  | "rm"
  | "stat"
  | "unlink"
>;

export const realFiles: StateFiles = fs;

/** Everything of ours is for its owner alone. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

const STICKY = 0o1000;

/** The permission bits of a mode. */
export function permissions(mode: number): number {
  return mode & 0o777;
}

export async function removeIfThere(path: string, files: StateFiles): Promise<void> {
  await files.unlink(path).catch(() => {});
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
  await files.mkdir(dir, { recursive: true, mode: FOLDER_MODE });
  const { mode } = await files.stat(dir);
  if ((mode & STICKY) !== 0) throw Object.assign(new Error("the folder is shared"), { code: "EPERM" });
  if (permissions(mode) !== FOLDER_MODE) await files.chmod(dir, FOLDER_MODE);
}
