import { setTimeout as pause } from "node:timers/promises";
import { createFile, flush, keepAs, putInPlace, removeLeftover } from "../../base/disk/atomic.ts";
import { fileVersion, isRace, tryRemove } from "../../base/disk/files.ts";
import { codedError, errorCode } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import type { State } from "../law/state.ts";
import { encodeState } from "./codec.ts";
import type { SaveResult } from "./opened-state.ts";
import { readState } from "./state-file.ts";

/** A temporary file that stays the same for this long is nobody's, in milliseconds; and how often that is looked at. */
const UNTOUCHED_MS = 500;
const LOOK_MS = 20;
/** How often another may take the temporary file away before it is left the field. */
const ATTEMPTS = 5;

type Saved = Pick<State, "stateId" | "seq">;

export interface SaverFacts {
  readonly folder: StateFolder;
  /** The state that was opened. */
  readonly opened: Saved;
  /** What its file held, where there was one. */
  readonly onDisk: Saved | undefined;
  /** The temporary file that a killed beat left, as `fileVersion` tells it. */
  readonly leftover: string | undefined;
}

/**
 * The `save` of an opened state. The temporary file, which only one can make, keeps those apart who hold one stale
 * lock: from its making to its renaming nobody else looks at the state to replace it.
 */
export function saver({ folder, opened, onDisk, leftover }: SaverFacts) {
  const { path, names, files } = folder;
  let { seq } = opened;
  let known = onDisk;
  let removable = leftover;

  let last: Promise<unknown> = Promise.resolve();
  return function save(state: State): Promise<SaveResult> {
    const saved = last.then(() => saveNow(state));
    last = saved;
    return saved;
  };

  async function saveNow(state: State): Promise<SaveResult> {
    const next: State = { ...state, seq: Math.max(seq, state.seq) + 1 };
    for (let attempt = 1; ; attempt++) {
      try {
        if ((await write(next)) === "moved") return { status: "moved" };
        await flush(path, files);
        return { status: "ok" };
      } catch (error) {
        const code = errorCode(error);
        if (!(await isRace(code, path, files))) {
          removable = await fileVersion(names.temporary, files);
          return { status: "failed", code };
        }
        // Another is at it, or took our file for one that was left behind: one of them is to get through.
        if (attempt === ATTEMPTS) return { status: "moved" };
        if (code === "EEXIST") await waitForOther();
      }
    }
  }

  async function write(next: State): Promise<"written" | "moved"> {
    if (removable !== undefined && (await fileVersion(names.temporary, files)) === removable) {
      await removeLeftover(names.temporary, files);
    }
    await createFile(names.temporary, encodeState(next), files);
    try {
      if (await hasMoved()) {
        await tryRemove(names.temporary, files);
        return "moved";
      }
      await keepAs(names.state, names.previous, files);
    } catch (error) {
      await tryRemove(names.temporary, files);
      throw error;
    }
    await putInPlace(names.temporary, names.state, files);
    seq = next.seq;
    known = next;
    return "written";
  }

  /** Waits until another's temporary file is gone; one that nobody touches any more was left behind. */
  async function waitForOther(): Promise<void> {
    const seen = await fileVersion(names.temporary, files);
    for (let waited = 0; waited < UNTOUCHED_MS; waited += LOOK_MS) {
      await pause(LOOK_MS);
      if ((await fileVersion(names.temporary, files)) !== seen) return;
    }
    removable = seen;
  }

  /** Whether the file is another than the one that was read or saved here. */
  async function hasMoved(): Promise<boolean> {
    const now = await readState(folder);
    if (now.status === "missing") return false;
    if (now.status === "unusable") throw codedError("unreadable", now.code);
    if (now.status !== "ok") return true;
    return now.state.stateId !== known?.stateId || now.state.seq !== known.seq;
  }
}
