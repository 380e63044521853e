import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { codedError, errorCode } from "../errors.ts";
import { FILE_MODE, type StateFiles, tryRemove } from "./files.ts";
import { READ_NONBLOCKING } from "./regular-file.ts";

/** Error codes of a flush on file systems that do not support it (rule STATE-9). They are ignored. */
const NO_FLUSH = new Set(["ENOTSUP", "EOPNOTSUPP", "EINVAL", "ENOSYS"]);

/**
 * Writes and flushes a temporary file. The file is always newly created, with mode 600, so the mode of a leftover file or a
 * link at its path has no effect. On failure, removes the file and throws the system's error.
 */
export async function writeTemporary(path: string, text: string, files: StateFiles): Promise<void> {
  await removeLeftover(path, files);
  await createFile(path, text, files);
}

/** Like `writeTemporary`, for a file that must not exist yet. Throws EEXIST if it does. */
export async function createFile(path: string, text: string, files: StateFiles): Promise<void> {
  const bytes = Buffer.from(text);
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const handle = await files.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, FILE_MODE);
  try {
    try {
      await handle.chmod(FILE_MODE);
      await handle.writeFile(bytes);
      const { size } = await handle.stat();
      if (size !== bytes.length) throw codedError("short write", "EIO");
      await sync(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    await tryRemove(path, files);
    throw error;
  }
}

/**
 * Renames a temporary file into place. The rename is durable only after a `flush` of the folder. On failure, removes the
 * temporary file and throws the system's error.
 */
export async function putInPlace(temporary: string, path: string, files: StateFiles): Promise<void> {
  try {
    await files.rename(temporary, path);
  } catch (error) {
    await tryRemove(temporary, files);
    throw error;
  }
}

/** Replaces a file atomically: a reader finds the complete old file or the complete new one. Throws the system's error. */
export async function writeAtomically(path: string, text: string, files: StateFiles): Promise<void> {
  const temporary = `${path}.tmp`;
  await writeTemporary(temporary, text, files);
  await putInPlace(temporary, path, files);
  await flush(dirname(path), files);
}

/**
 * Also keeps the file at `path` under a second name. At any time, that name has the complete old file or the complete new
 * one: the file is linked, or copied if the file system has no links, and then renamed. Resolves to whether there was a
 * file. Throws the system's error.
 */
export async function keepAs(path: string, kept: string, files: StateFiles): Promise<boolean> {
  const temporary = `${kept}.tmp`;
  await removeLeftover(temporary, files);
  try {
    await files.link(path, temporary);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    await copy(path, temporary, files);
  }
  try {
    await renameOver(temporary, kept, files);
  } catch (error) {
    await tryRemove(temporary, files);
    throw error;
  }
  // Renaming a file over another link to it does nothing, and leaves both.
  await tryRemove(temporary, files);
  return true;
}

/** Renames a file over whatever is in its place, even a folder. Throws the system's error. */
export async function renameOver(from: string, to: string, files: StateFiles): Promise<void> {
  try {
    await files.rename(from, to);
  } catch (error) {
    if (errorCode(error) !== "EISDIR") throw error;
    await removeLeftover(to, files);
    await files.rename(from, to);
  }
}

async function copy(from: string, to: string, files: StateFiles): Promise<void> {
  await writeTemporary(to, await files.readFile(from, "utf8"), files);
}

/** Removes whatever is at the path of a temporary file. Throws the system's error. */
export async function removeLeftover(path: string, files: StateFiles): Promise<void> {
  try {
    await files.unlink(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return;
    // It is a folder. macOS returns EPERM.
    if (code !== "EISDIR" && code !== "EPERM") throw error;
    await files.rm(path, { recursive: true });
  }
}

/** Makes the contents of a file, or the renames in a folder, durable. Throws the system's error. */
export async function flush(path: string, files: StateFiles): Promise<void> {
  const handle = await files.open(path, READ_NONBLOCKING);
  try {
    await sync(handle);
  } finally {
    await handle.close();
  }
}

async function sync(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    if (!NO_FLUSH.has(errorCode(error))) throw error;
  }
}
