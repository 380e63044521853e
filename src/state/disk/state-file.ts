import type { StateFiles } from "../../base/disk/files.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { errorCode } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import { type DecodedState, decodeState } from "./codec.ts";

export type ReadState =
  | DecodedState
  | { readonly status: "missing" }
  | { readonly status: "unusable"; readonly code: string };

/** Reads the folder's `state.json` and changes nothing. Never rejects. */
export async function readState({ names, files }: StateFolder): Promise<ReadState> {
  return readStateFile(names.state, files);
}

/** Reads one state file and changes nothing. Never rejects. A dangling link is unusable, not missing: its target may come back. */
export async function readStateFile(path: string, files: StateFiles): Promise<ReadState> {
  try {
    return await decodeState(await readRegularFile(path, files));
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOENT") return { status: "unusable", code };
    const isLink = await files.lstat(path).then(
      (stat) => stat.isSymbolicLink(),
      () => false,
    );
    return isLink ? { status: "unusable", code } : { status: "missing" };
  }
}
