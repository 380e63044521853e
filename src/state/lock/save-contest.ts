import { setTimeout as pause } from "node:timers/promises";
import { createFile, removeLeftover } from "../../base/disk/atomic.ts";
import { fileVersion } from "../../base/disk/files.ts";
import { errorCode } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import { isContention } from "./contention.ts";

/** A temporary file that does not change for this long was left behind, in milliseconds. */
const UNTOUCHED_MS = 500;
const CHECK_EVERY_MS = 20;
const MAX_ATTEMPTS = 5;

/**
 * Coordinates two processes that save at the same moment, both believing that they hold the lock. Only one of them can
 * create `state.json.tmp`; until it renames that file, the other does not touch the state.
 * @param leftover the version of a temporary file that a killed beat left
 */
export function saveContest(folder: StateFolder, leftover: string | undefined) {
  const { names, files } = folder;
  const currentVersion = () => fileVersion(names.temporary, files);
  let removable = leftover;
  return { attempt, claim };

  /** Repeats a save while others get in between. `undefined` if they always do. Throws the system's error. */
  async function attempt<Result>(save: () => Promise<Result>): Promise<Result | undefined> {
    for (let count = 1; ; count++) {
      try {
        return await save();
      } catch (error) {
        const code = errorCode(error);
        if (!(await isContention(code, folder))) {
          removable = await currentVersion();
          throw error;
        }
        if (count === MAX_ATTEMPTS) return undefined;
        if (code === "EEXIST") await waitForOther();
      }
    }
  }

  /** Creates the temporary file with this text. Throws EEXIST while another process has one. */
  async function claim(text: string): Promise<void> {
    if (removable !== undefined && (await currentVersion()) === removable) {
      await removeLeftover(names.temporary, files);
    }
    await createFile(names.temporary, text, files);
  }

  /** Waits until the other process's temporary file is gone, or has not changed for so long that it was left behind. */
  async function waitForOther(): Promise<void> {
    const seen = await currentVersion();
    for (let waited = 0; waited < UNTOUCHED_MS; waited += CHECK_EVERY_MS) {
      await pause(CHECK_EVERY_MS);
      if ((await currentVersion()) !== seen) return;
    }
    removable = seen;
  }
}
