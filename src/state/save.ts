import { errorCode } from "../base/errors.ts";
import type { State } from "../contract.ts";
import { flushFolder, keepAs, putInPlace, writeTemporary } from "./atomic.ts";
import { encodeState } from "./codec.ts";
import { isRace, removeIfThere, type StateFiles } from "./files.ts";
import { stateNames } from "./names.ts";
import { readState } from "./read.ts";
import type { SaveResult } from "./types.ts";

/** How often another may take the temporary file away before it is left the field. */
const ATTEMPTS = 5;

type Saved = Pick<State, "stateId" | "seq">;

/** The `save` of an opened state: the one that was opened, and what its file held, where there was one. */
export function saver(dir: string, opened: Saved, onDisk: Saved | undefined, files: StateFiles) {
  const names = stateNames(dir);
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
    for (let attempt = 1; ; attempt++) {
      try {
        if ((await write(next)) === "moved") return { status: "moved" };
        await flushFolder(dir, files);
        return { status: "ok" };
      } catch (error) {
        const code = errorCode(error);
        // Two hold one stale lock, and the other took our temporary file away: one of them is to get through.
        if (!(await isRace(code, dir, files))) return { status: "failed", code };
        if (attempt === ATTEMPTS) return { status: "moved" };
      }
    }
  }

  async function write(next: State): Promise<"written" | "moved"> {
    await writeTemporary(names.temporary, encodeState(next), files);
    try {
      if (await hasMoved()) {
        await removeIfThere(names.temporary, files);
        return "moved";
      }
      await keepAs(names.state, names.previous, files);
    } catch (error) {
      await removeIfThere(names.temporary, files);
      throw error;
    }
    await putInPlace(names.temporary, names.state, files);
    seq = next.seq;
    known = next;
    return "written";
  }

  /** Whether the file is another than the one that was read or saved here. */
  async function hasMoved(): Promise<boolean> {
    const now = await readState(names.state, files);
    if (now.status === "missing") return false;
    if (now.status === "unusable") throw Object.assign(new Error("unreadable"), { code: now.code });
    if (now.status !== "ok") return true;
    return now.state.stateId !== known?.stateId || now.state.seq !== known.seq;
  }
}
