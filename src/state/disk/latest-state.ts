import type { StateFolder } from "../folder/state-folder.ts";
import { findReplacement } from "./copies.ts";
import { type ReadState, readState } from "./state-file.ts";

export type LatestState = ReadState & {
  /** Whether it is a copy, because the state file is corrupt or missing. */
  readonly isCopy: boolean;
};

/** The state as the next beat will find it. Takes no lock and writes nothing. Never rejects. */
export async function readLatestState(folder: StateFolder): Promise<LatestState> {
  const current = await readState(folder);
  if (current.status !== "corrupt" && current.status !== "missing") return { ...current, isCopy: false };
  const found = await findReplacement(folder);
  switch (found.status) {
    case "copy":
      return { status: "ok", state: found.copy.state, isCopy: true };
    case "none":
      return { ...current, isCopy: false };
    case "newer":
    case "other_program":
      return { status: found.status, isCopy: true };
    case "unusable":
      return { status: "unusable", code: found.code, isCopy: true };
  }
}
