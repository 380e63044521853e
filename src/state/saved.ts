import type { StateFiles } from "./files.ts";
import { stateNames } from "./names.ts";
import { type ReadState, readState } from "./read.ts";

export type SavedState = ReadState & {
  /** Whether it is the copy before the last save, because the file itself is spoilt or gone. */
  readonly isPrevious: boolean;
};

/** The state as it was last saved, for who only looks: no lock, and nothing is made, mended or set aside. */
export async function readSaved(dir: string, files: StateFiles): Promise<SavedState> {
  const names = stateNames(dir);
  const current = await readState(names.state, files);
  if (current.status !== "spoilt" && current.status !== "missing") return { ...current, isPrevious: false };
  const previous = await readState(names.previous, files);
  return previous.status === "ok" ? { ...previous, isPrevious: true } : { ...current, isPrevious: false };
}
