import type { StateFiles } from "../../base/disk/files.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { errorCode } from "../../base/errors.ts";
import { type DecodedState, decodeState } from "./codec.ts";

export type ReadState =
  | DecodedState
  | { readonly status: "missing" }
  | { readonly status: "unusable"; readonly code: string };

/** Reads one state file and changes nothing. A link that leads nowhere is unusable, not missing: its target may come back. */
export async function readState(path: string, files: StateFiles): Promise<ReadState> {
  try {
    return decodeState(await readRegularFile(path, files));
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
