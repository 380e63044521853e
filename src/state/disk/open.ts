import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { removeLeftover } from "../../base/disk/atomic.ts";
import { fileVersion, restrictMode } from "../../base/disk/files.ts";
import { clockOf, type Now } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { ensureFolder } from "../folder/ensure-folder.ts";
import { isLeftover, type StateFolder } from "../folder/state-folder.ts";
import type { State } from "../law/state.ts";
import type { OpenedState } from "./opened-state.ts";
import { recover } from "./recover.ts";
import { saver } from "./save.ts";
import { readState } from "./state-file.ts";

/** Opens the state; recovers it if its file is corrupt or missing. Call it while holding the beat's lock. Never rejects. */
export async function openState(folder: StateFolder, now?: Now): Promise<OpenedState> {
  try {
    await ensureFolder(folder);
    const current = await readState(folder);
    if (current.status === "newer" || current.status === "other_program") return current;
    await tidy(folder);
    if (current.status === "unusable") return current;
    if (current.status === "ok") {
      const { state } = current;
      const counted = countable(state);
      return { status: "ok", state: counted, origin: "file", save: await saveOf(folder, counted, state) };
    }
    const recovered = await recover(folder, current.status, clockOf(now)());
    if (recovered.status !== "ok") return recovered;
    return { ...recovered, save: await saveOf(folder, recovered.state, undefined) };
  } catch (error) {
    return { status: "unusable", code: errorCode(error) };
  }
}

/** The same state, or with a new `stateId` if its `seq` cannot be counted further (rule STATE-17). */
function countable(state: State): State {
  return state.seq < Number.MAX_SAFE_INTEGER ? state : { ...state, stateId: randomUUID(), seq: 0 };
}

async function saveOf(folder: StateFolder, opened: State, onDisk: State | undefined) {
  const leftover = await fileVersion(folder.names.temporary, folder.files);
  return saver({ folder, opened, onDisk, leftover });
}

/** Restricts the modes, and removes what a killed beat left. */
async function tidy({ path, names, files }: StateFolder): Promise<void> {
  for (const file of [names.state, names.temporary, names.previous]) await restrictMode(file, files);
  for (const name of await files.readdir(path)) {
    if (isLeftover(name)) await removeLeftover(join(path, name), files).catch(() => {});
  }
}
