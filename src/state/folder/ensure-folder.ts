import { dirname } from "node:path";
import { flush } from "../../base/disk/atomic.ts";
import { FOLDER_MODE, permissions, type StateFiles } from "../../base/disk/files.ts";
import { codedError, errorCode, undefinedIfMissing } from "../../base/errors.ts";
import { isWritableByOthers, refuseForeign, refuseForeignParent } from "./foreign-folder.ts";
import type { StateFolder } from "./state-folder.ts";

/**
 * Creates the folder if it does not exist, and sets its mode to 700 (rule STATE-2). Resolves to whether other users could
 * write to it until now. Throws the system's error, or EPERM or EOWNER for a folder that is not ours to use.
 */
export async function ensureFolder({ path, files }: StateFolder): Promise<boolean> {
  const stat = await statOrCreate(path, files);
  refuseForeign(stat);
  if (permissions(stat.mode) !== FOLDER_MODE) await files.chmod(path, FOLDER_MODE);
  return isWritableByOthers(stat.mode);
}

/** Creates it level by level. Node's recursive `mkdir` never ends if a folder that exists returns ENOENT, as in /proc. */
async function statOrCreate(path: string, files: StateFiles): ReturnType<typeof statFolder> {
  const stat = await statFolder(path, files).catch(undefinedIfMissing);
  if (stat !== undefined) return stat;
  const parent = dirname(path);
  refuseForeignParent(await statOrCreate(parent, files));
  try {
    await files.mkdir(path, { mode: FOLDER_MODE });
    // A parent that we are not allowed to open is not a failure.
    await flush(parent, files).catch(() => {});
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  return statFolder(path, files);
}

async function statFolder(path: string, files: StateFiles) {
  const stat = await files.stat(path);
  if (!stat.isDirectory()) throw codedError("not a folder", "ENOTDIR");
  return stat;
}
