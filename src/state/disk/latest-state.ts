import type { StateFolder } from "../folder/state-folder.ts";
import { newestCopy } from "./copies.ts";
import { type ReadState, readState } from "./state-file.ts";

export type LatestState = ReadState & {
  /** Whether it is a copy, because the state file is corrupt or missing. */
  readonly isCopy: boolean;
};

/** The state as the next beat will find it. Takes no lock and writes nothing. Never rejects. */
export async function readLatestState(folder: StateFolder): Promise<LatestState> {
  const current = await readState(folder);
  if (current.status !== "corrupt" && current.status !== "missing") return { ...current, isCopy: false };
  const copy = await newestCopy(folder);
  return copy === undefined
    ? { ...current, isCopy: false }
    : { status: "ok", state: copy.state, isCopy: true };
}
