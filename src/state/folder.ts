import { dirname } from "node:path";
import { errorCode } from "../base/errors.ts";
import { flush } from "./atomic.ts";
import { FOLDER_MODE, isThere, permissions, type StateFiles } from "./files.ts";

const STICKY = 0o1000;

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
    const first = await files.mkdir(dir, { recursive: true, mode: FOLDER_MODE });
    if (first !== undefined) await flushAbove(dir, dirname(first), files);
  } catch (error) {
    // Node says ENOENT for whatever kept it from making a folder on the way; made one by one, the reason comes out.
    const parent = dirname(dir);
    if (errorCode(error) !== "ENOENT" || parent === dir) throw error;
    if (!(await isThere(parent, files))) await makeFolder(parent, files);
    await files.mkdir(dir, { mode: FOLDER_MODE });
    await flushAbove(dir, parent, files);
  }
}

/** Makes new folders last, up to the one that was there before. That may not be ours to open, which is no failure. */
async function flushAbove(dir: string, last: string, files: StateFiles): Promise<void> {
  for (let folder = dirname(dir); ; folder = dirname(folder)) {
    await flush(folder, files).catch(() => {});
    if (folder === last || folder === dirname(folder)) return;
  }
}
