import { flush, keepAs, putInPlace } from "../../base/disk/atomic.ts";
import { tryRemove } from "../../base/disk/files.ts";
import { codedError, errorCode } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import type { State } from "../law/state.ts";
import { saveContest } from "../lock/index.ts";
import { encodeState } from "./codec.ts";
import type { SaveResult } from "./opened-state.ts";
import { readState } from "./state-file.ts";

type Saved = Pick<State, "stateId" | "seq">;

export interface SaverOptions {
  readonly folder: StateFolder;
  /** The state that was opened. */
  readonly opened: Saved;
  /** The state in its file; `undefined` if there was none. */
  readonly onDisk: Saved | undefined;
  /** The version of the temporary file that a killed beat left (`fileVersion`). */
  readonly leftover: string | undefined;
}

/** The `save` of an opened state (rules STATE-5 to STATE-9, STATE-16). */
export function saver({ folder, opened, onDisk, leftover }: SaverOptions) {
  const { path, names, files } = folder;
  const contest = saveContest(folder, leftover);
  let { seq } = opened;
  let known = onDisk;

  let last: Promise<unknown> = Promise.resolve();
  return function save(state: State): Promise<SaveResult> {
    const saved = last.then(() => saveNow(state));
    last = saved;
    return saved;
  };

  async function saveNow(state: State): Promise<SaveResult> {
    const next: State = { ...state, seq: Math.max(seq, state.seq) + 1 };
    try {
      return (await contest.attempt(() => write(next))) ?? { status: "moved" };
    } catch (error) {
      return { status: "failed", code: errorCode(error) };
    }
  }

  async function write(next: State): Promise<SaveResult> {
    await contest.claim(encodeState(next));
    try {
      if (await isSavedByOther()) {
        await tryRemove(names.temporary, files);
        return { status: "moved" };
      }
      await keepAs(names.state, names.previous, files);
    } catch (error) {
      await tryRemove(names.temporary, files);
      throw error;
    }
    await putInPlace(names.temporary, names.state, files);
    seq = next.seq;
    known = next;
    await flush(path, files);
    return { status: "ok", state: next };
  }

  /** Whether the file no longer holds the state that was read or saved here. Throws the system's error. */
  async function isSavedByOther(): Promise<boolean> {
    const current = await readState(folder);
    if (current.status === "missing") return false;
    if (current.status === "unusable") throw codedError("unreadable", current.code);
    if (current.status !== "ok") return true;
    return current.state.stateId !== known?.stateId || current.state.seq !== known.seq;
  }
}
