import fs from "node:fs/promises";

/** The calls on the file system that the state's disk side makes. */
export type StateFiles = Pick<
  typeof fs,
  "chmod" | "link" | "lstat" | "mkdir" | "open" | "readdir" | "readFile" | "rename" | "rm" | "stat" | "unlink"
>;

export const realFiles: StateFiles = fs;

/** Everything of ours is for its owner alone. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** The permission bits of a mode. */
export function permissions(mode: number): number {
  return mode & 0o777;
}

export async function tryRemove(path: string, files: StateFiles): Promise<void> {
  await files.unlink(path).catch(() => {});
}

/** Tells one file of a name from the next, and from the same once it was written to; `undefined` where there is none. */
export async function fileVersion(path: string, files: StateFiles): Promise<string | undefined> {
  return files.lstat(path).then(
    ({ dev, ino, mtimeMs, size }) => `${dev}:${ino}:${mtimeMs}:${size}`,
    () => undefined,
  );
}

/** Whether something, be it a link to nothing, is called that. */
export async function exists(path: string, files: StateFiles): Promise<boolean> {
  return files.lstat(path).then(
    () => true,
    () => false,
  );
}

/** Sees to the mode of a file of ours; a link's target is not one. */
export async function restrictMode(path: string, files: StateFiles): Promise<void> {
  const stat = await files.lstat(path).catch(() => undefined);
  if (stat?.isFile() && permissions(stat.mode) !== FILE_MODE) await files.chmod(path, FILE_MODE);
}
