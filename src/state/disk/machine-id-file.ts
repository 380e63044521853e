import { randomUUID } from "node:crypto";
import { putInPlace, writeTemporary } from "../../base/disk/atomic.ts";
import { tryRemove } from "../../base/disk/files.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { errorCode, undefinedIfMissing } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";

export interface WrittenId {
  readonly id: string;
  /** Whether the file was restored from the state, or a corrupt one replaced by a new id. */
  readonly repaired: false | "restored" | "replaced";
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_ATTEMPTS = 5;

/** The id in the file; `undefined` if the file is missing, unreadable or corrupt. The system's own `machine-id` has another form. */
export async function readIdFile({ names, files }: StateFolder): Promise<string | undefined> {
  return parseId(await readRegularFile(names.machineId, files).catch(() => ""));
}

/**
 * Reads the id, or writes it: the known one, or a new one. Of several processes that write one at the same moment, the
 * first wins, and all resolve to its id. Throws the system's error.
 */
export async function readOrWriteId(folder: StateFolder, known: string | undefined): Promise<WrittenId> {
  let repaired: WrittenId["repaired"] = false;
  for (let attempt = 1; ; attempt++) {
    const text = await readRegularFile(folder.names.machineId, folder.files).catch(undefinedIfMissing);
    const id = parseId(text);
    if (id !== undefined && id === (known ?? id)) return { id, repaired };
    try {
      const temporary = await writeTemporaryId(folder, known ?? randomUUID());
      if (text === undefined) await putInPlaceUnlessThere(folder, temporary);
      else await putInPlace(temporary, folder.names.machineId, folder.files);
      if (known !== undefined) repaired = "restored";
      else if (text !== undefined) repaired = "replaced";
    } catch (error) {
      if (!isLostRace(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function parseId(text: string | undefined): string | undefined {
  const id = text?.trim().toLowerCase();
  return id !== undefined && UUID.test(id) ? id : undefined;
}

/** Uses a random name, so that no other process writes the same file. */
async function writeTemporaryId({ names, files }: StateFolder, id: string): Promise<string> {
  const temporary = `${names.machineId}.${randomUUID()}.tmp`;
  await writeTemporary(temporary, `${id}\n`, files);
  return temporary;
}

/** Links the file into place, which fails if another process was first. Renames it if the file system has no links. */
async function putInPlaceUnlessThere({ names, files }: StateFolder, temporary: string): Promise<void> {
  try {
    await files.link(temporary, names.machineId);
  } catch (error) {
    if (isLostRace(error)) throw error;
    await putInPlace(temporary, names.machineId, files);
  } finally {
    await tryRemove(temporary, files);
  }
}

/** Whether another process wrote the id, or removed our temporary file as a leftover. */
function isLostRace(error: unknown): boolean {
  const code = errorCode(error);
  return code === "EEXIST" || code === "ENOENT";
}
