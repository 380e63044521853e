import { dirname } from "node:path";
import { flush } from "../../base/disk/atomic.ts";
import { FOLDER_MODE, permissions, type StateFiles } from "../../base/disk/files.ts";
import { isForeignToRoot } from "../../base/disk/owner.ts";
import { codedError, errorCode, undefinedIfMissing } from "../../base/errors.ts";
import type { StateFolder } from "./state-folder.ts";

const STICKY = 0o1000;
const OTHERS_WRITE = 0o022;

/**
 * Makes the folder where it is missing, and its mode 700. Throws the system's error; EPERM for one that is shared by
 * everybody (sticky, as /tmp is) and so not ours to close; EOWNER where root would make or use it in another user's
 * place, who could then read nothing of it. Gives whether others could write to it until now.
 */
export async function ensureFolder({ path: dir, files }: StateFolder): Promise<boolean> {
  const { mode, uid } =
    (await folderAt(dir, files).catch(undefinedIfMissing)) ?? (await makeFolder(dir, files));
  if (isShared(mode)) throw codedError("state folder refused", "EPERM");
  if (isForeignToRoot({ uid })) throw codedError("state folder refused", "EOWNER");
  if (permissions(mode) !== FOLDER_MODE) await files.chmod(dir, FOLDER_MODE);
  return (mode & OTHERS_WRITE) !== 0;
}

/** Whether everybody shares a folder of that mode, as /tmp: it is sticky, and others may write to it. */
export function isShared(mode: number): boolean {
  return (mode & STICKY) !== 0 && (mode & OTHERS_WRITE) !== 0;
}

/** Whether root makes no folder in that one; in one that everybody shares, as /tmp is, it is as much at home as its owner. */
export function isClosedToRoot({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return (mode & STICKY) === 0 && isForeignToRoot({ uid });
}

/** One by one: Node's own recursion goes on for ever where ENOENT is said below a folder that is there, as in /proc. */
async function makeFolder(dir: string, files: StateFiles): ReturnType<typeof folderAt> {
  const above = dirname(dir);
  const { uid, mode } =
    (await folderAt(above, files).catch(undefinedIfMissing)) ?? (await makeFolder(above, files));
  if (isClosedToRoot({ uid, mode })) throw codedError("state folder refused", "EOWNER");
  try {
    await files.mkdir(dir, { mode: FOLDER_MODE });
    // The folder above may not be ours to open, which is no failure.
    await flush(above, files).catch(() => {});
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  return folderAt(dir, files);
}

async function folderAt(path: string, files: StateFiles) {
  const stat = await files.stat(path);
  if (!stat.isDirectory()) throw codedError("state folder refused", "ENOTDIR");
  return stat;
}
