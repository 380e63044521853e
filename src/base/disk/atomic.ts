import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { codedError, errorCode } from "../errors.ts";
import { FILE_MODE, type StateFiles, tryRemove } from "./files.ts";
import { READ_NONBLOCKING } from "./regular-file.ts";

/** What a flush answers on homes that cannot flush; the data is as safe there as it can be. */
const NO_FLUSH = new Set(["ENOTSUP", "EOPNOTSUPP", "EINVAL", "ENOSYS"]);

/**
 * Writes a temporary file whole and flushed: made anew with mode 600, so that neither a leftover's mode nor a link
 * in its place matters. Throws the system's error; the file is then gone again.
 */
export async function writeTemporary(path: string, text: string, files: StateFiles): Promise<void> {
  await removeLeftover(path, files);
  await createFile(path, text, files);
}

/** The same for a file that is not there; throws EEXIST where it is. */
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

/** Puts a written temporary file in its place; `flush` of the folder makes that last. Throws the system's error; the file is then gone. */
export async function putInPlace(temporary: string, path: string, files: StateFiles): Promise<void> {
  try {
    await files.rename(temporary, path);
  } catch (error) {
    await tryRemove(temporary, files);
    throw error;
  }
}

/** Writes a file so that a reader finds the old one or the new one, whole. Throws the system's error. */
export async function writeAtomically(path: string, text: string, files: StateFiles): Promise<void> {
  const temporary = `${path}.tmp`;
  await writeTemporary(temporary, text, files);
  await putInPlace(temporary, path, files);
  await flush(dirname(path), files);
}

/**
 * Keeps what `path` holds under another name too, at every instant whole: linked beside and renamed over, copied
 * where links cannot be. Tells whether there was such a file. Throws the system's error.
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
  // Renaming one of two links to a file over the other does nothing, and leaves it.
  await tryRemove(temporary, files);
  return true;
}

/** Renames over what stands in the place, a folder too. Throws the system's error. */
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

/** Removes what stands in a temporary file's place. Throws the system's error. */
export async function removeLeftover(path: string, files: StateFiles): Promise<void> {
  try {
    await files.unlink(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return;
    // A folder in the place; macOS says EPERM of one.
    if (code !== "EISDIR" && code !== "EPERM") throw error;
    await files.rm(path, { recursive: true });
  }
}

/** Makes what a file holds, or what was renamed in a folder, last. Throws the system's error. */
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
