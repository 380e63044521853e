import { randomUUID } from "node:crypto";
import { putInPlace, writeTemporary } from "../../base/disk/atomic.ts";
import { type StateFiles, tryRemove } from "../../base/disk/files.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { errorCode, undefinedIfMissing } from "../../base/errors.ts";
import { ensureFolder } from "../folder/ensure-folder.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import type { State } from "../law/state.ts";

export type MachineId =
  | {
      readonly status: "ok";
      readonly id: string;
      /** What was done to a file that was spoilt, or that was lost beside a state. */
      readonly repaired: false | "restored" | "replaced";
      /** The system's code where the file cannot be read or written, and the state knows the id. */
      readonly unwritten?: string;
      /** Whether others could write to the state folder until it was closed now. */
      readonly wasOpen: boolean;
    }
  | { readonly status: "failed"; readonly code: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** How often another process may get in between before that is taken for a failure. */
const ATTEMPTS = 5;

/**
 * The machine's id: a random UUID in a file of its own, written once and never by two at once, so that a lost
 * state does not make a new machine (rules STATE-18, STATE-19). `known` is the one in the state: the file has no sum, so
 * where they differ the state is right. Never rejects.
 */
export async function machineId(folder: StateFolder, known?: string): Promise<MachineId> {
  const { names, files } = folder;
  const path = names.machineId;
  const right = known?.toLowerCase();
  try {
    const wasOpen = await ensureFolder(folder);
    let repaired: (MachineId & { status: "ok" })["repaired"] = false;
    for (let attempt = 1; ; attempt++) {
      const text = await readRegularFile(path, files).catch(undefinedIfMissing);
      const id = idIn(text);
      if (id !== undefined && id === (right ?? id)) return { status: "ok", id, repaired, wasOpen };
      try {
        if (text === undefined) await createId(path, right, files);
        else await replaceId(path, right, files);
        if (right !== undefined) repaired = "restored";
        else if (text !== undefined) repaired = "replaced";
      } catch (error) {
        if (!isLostRace(error) || attempt === ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    const code = errorCode(error);
    if (right === undefined) return { status: "failed", code };
    return { status: "ok", id: right, repaired: false, wasOpen: false, unwritten: code };
  }
}

/** Whether a file holds an id of ours: the system's own `machine-id` is of another form. */
export async function isMachineId(path: string, files: StateFiles): Promise<boolean> {
  return idIn(await readRegularFile(path, files).catch(() => "")) !== undefined;
}

/** The machine's id as the next beat will have it, where one is known; nothing is made. */
export async function readMachineId(
  { names, files }: StateFolder,
  state: State | undefined,
): Promise<string | undefined> {
  const text = await readRegularFile(names.machineId, files).catch(() => "");
  return state?.machineId?.toLowerCase() ?? idIn(text);
}

function idIn(text: string | undefined): string | undefined {
  const id = text?.trim().toLowerCase();
  return id !== undefined && UUID.test(id) ? id : undefined;
}

/** Links the written file to its name, which fails where another process was first; renames where links cannot be. */
async function createId(path: string, id: string | undefined, files: StateFiles): Promise<void> {
  const temporary = await writeTemporaryId(path, id, files);
  try {
    await files.link(temporary, path);
  } catch (error) {
    if (isLostRace(error)) throw error;
    await putInPlace(temporary, path, files);
  } finally {
    await tryRemove(temporary, files);
  }
}

async function replaceId(path: string, id: string | undefined, files: StateFiles): Promise<void> {
  await putInPlace(await writeTemporaryId(path, id, files), path, files);
}

/** The id, or a new one, in a temporary file that is no other process's. */
async function writeTemporaryId(path: string, id: string = randomUUID(), files: StateFiles): Promise<string> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeTemporary(temporary, `${id}\n`, files);
  return temporary;
}

/** Another process made the id, or cleared the temporary file, in between. */
function isLostRace(error: unknown): boolean {
  const code = errorCode(error);
  return code === "EEXIST" || code === "ENOENT";
}
