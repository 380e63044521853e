import { errorCode } from "../../base/errors.ts";
import { ensureFolder } from "../folder/ensure-folder.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import type { State } from "../law/state.ts";
import { readIdFile, readOrWriteId, type WrittenId } from "./machine-id-file.ts";

export type MachineId =
  | ({
      readonly status: "ok";
      /** The system error code, if the file cannot be read or written but the state knows the id. */
      readonly unwritten?: string;
      /** Whether other users could write to the state folder until now. */
      readonly wasOpen: boolean;
    } & WrittenId)
  | { readonly status: "failed"; readonly code: string };

/**
 * The machine's id: a random UUID in its own file, so that a lost state does not become a new machine (rules STATE-18,
 * STATE-19). Never rejects.
 * @param known the id in the state. The file has no checksum, so if the two differ, the state wins
 */
export async function machineId(folder: StateFolder, known?: string): Promise<MachineId> {
  const right = known?.toLowerCase();
  try {
    const wasOpen = await ensureFolder(folder);
    return { status: "ok", ...(await readOrWriteId(folder, right)), wasOpen };
  } catch (error) {
    const code = errorCode(error);
    if (right === undefined) return { status: "failed", code };
    return { status: "ok", id: right, repaired: false, wasOpen: false, unwritten: code };
  }
}

/** The machine's id as the next beat will have it; `undefined` if there is none yet. Writes nothing. */
export async function readMachineId(
  folder: StateFolder,
  state: State | undefined,
): Promise<string | undefined> {
  return state?.machineId?.toLowerCase() ?? (await readIdFile(folder));
}
