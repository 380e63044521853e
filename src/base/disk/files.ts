import fs from "node:fs/promises";

/** The calls on the file system that read and write the state. */
export type StateFiles = Pick<
  typeof fs,
  "chmod" | "link" | "lstat" | "mkdir" | "open" | "readdir" | "readFile" | "rename" | "rm" | "stat" | "unlink"
>;

export const realFiles: StateFiles = fs;

/** Only the owner can read what we write. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** The permission bits of a mode. */
export function permissions(mode: number): number {
  return mode & 0o777;
}

/** Tries to remove a file. Never rejects. */
export async function tryRemove(path: string, files: StateFiles): Promise<void> {
  await files.unlink(path).catch(() => {});
}

/** A string that changes whenever the file is replaced or written to. `undefined` if there is no file. Never rejects. */
export async function fileVersion(path: string, files: StateFiles): Promise<string | undefined> {
  return files.lstat(path).then(
    ({ dev, ino, mtimeMs, size }) => `${dev}:${ino}:${mtimeMs}:${size}`,
    () => undefined,
  );
}

/** Whether there is anything at this path, even a dangling link. */
export async function exists(path: string, files: StateFiles): Promise<boolean> {
  return files.lstat(path).then(
    () => true,
    () => false,
  );
}

/** Sets the mode of a file to 600. The target of a link is left alone. */
export async function restrictMode(path: string, files: StateFiles): Promise<void> {
  const stat = await files.lstat(path).catch(() => undefined);
  if (stat?.isFile() && permissions(stat.mode) !== FILE_MODE) await files.chmod(path, FILE_MODE);
}

/** The same path for every symbolic link to a file; the path itself if there is nothing. */
export async function realPath(path: string): Promise<string> {
  return fs.realpath(path).catch(() => path);
}
