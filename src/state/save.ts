import { errorCode } from "../base/errors.ts";
import type { State } from "../contract.ts";
import { flushFolder, keepAs, putInPlace, writeTemporary } from "./atomic.ts";
import { encodeState } from "./codec.ts";
import { removeIfThere, type StateFiles } from "./files.ts";
import { stateNames } from "./names.ts";
import { readState } from "./read.ts";
import type { SaveResult } from "./types.ts";

type Saved = Pick<State, "stateId" | "seq">;

/** The `save` of an opened state: the one that was opened, and what its file held, where there was one. */
export function saver(dir: string, opened: Saved, onDisk: Saved | undefined, files: StateFiles) {
  const names = stateNames(dir);
  let { seq } = opened;
  let known = onDisk;

  return async function save(state: State): Promise<SaveResult> {
    const next: State = { ...state, seq: Math.max(seq, state.seq) + 1 };
    try {
      await writeTemporary(names.temporary, encodeState(next), files);
      try {
        if (await hasMoved()) {
          await removeIfThere(names.temporary, files);
          return { status: "moved" };
        }
        await keepAs(names.state, names.previous, files);
      } catch (error) {
        await removeIfThere(names.temporary, files);
        throw error;
      }
      await putInPlace(names.temporary, names.state, files);
      seq = next.seq;
      known = next;
      await flushFolder(dir, files);
    } catch (error) {
      return { status: "failed", code: errorCode(error) };
    }
    return { status: "ok" };
  };

  /** Whether the file is another than the one that was read or saved here. */
  async function hasMoved(): Promise<boolean> {
    const now = await readState(names.state, files);
    if (now.status === "missing") return false;
    if (now.status === "unusable") throw Object.assign(new Error("unreadable"), { code: now.code });
    if (now.status !== "ok") return true;
    return now.state.stateId !== known?.stateId || now.state.seq !== known.seq;
  }
}
