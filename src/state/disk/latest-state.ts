import type { StateFolder } from "../folder/state-folder.ts";
import { newestCopy } from "./copies.ts";
import { type ReadState, readState } from "./state-file.ts";

export type LatestState = ReadState & {
  /** Whether it is a copy from beside the file, because that itself is spoilt or gone. */
  readonly isCopy: boolean;
};

/** The state as the next beat will find it, for who only looks: no lock, and nothing is made, mended or set aside. */
export async function readLatestState(folder: StateFolder): Promise<LatestState> {
  const current = await readState(folder);
  if (current.status !== "corrupt" && current.status !== "missing") return { ...current, isCopy: false };
  const copy = await newestCopy(folder);
  return copy === undefined
    ? { ...current, isCopy: false }
    : { status: "ok", state: copy.state, isCopy: true };
}
