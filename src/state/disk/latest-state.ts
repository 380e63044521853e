import type { StateFiles } from "../../base/disk/files.ts";
import { stateNames } from "../folder/state-folder.ts";
import { newest, readCopies } from "./copies.ts";
import { type ReadState, readState } from "./state-file.ts";

export type SavedState = ReadState & {
  /** Whether it is a copy from beside the file, because that itself is spoilt or gone. */
  readonly isCopy: boolean;
};

/** The state as the next beat will find it, for who only looks: no lock, and nothing is made, mended or set aside. */
export async function readSaved(dir: string, files: StateFiles): Promise<SavedState> {
  const current = await readState(stateNames(dir).state, files);
  if (current.status !== "spoilt" && current.status !== "missing") return { ...current, isCopy: false };
  const whole = newest(await readCopies(dir, files));
  return whole === undefined
    ? { ...current, isCopy: false }
    : { status: "ok", state: whole.state, isCopy: true };
}
