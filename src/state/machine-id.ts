import { randomUUID } from "node:crypto";
import { errorCode } from "../base/errors.ts";
import { readRegularFile } from "../base/regular-file.ts";
import { putInPlace, writeTemporary } from "./atomic.ts";
import { removeIfThere, type StateFiles } from "./files.ts";
import { ensureFolder } from "./folder.ts";
import { stateNames } from "./names.ts";

export type MachineId =
  | {
      readonly status: "ok";
      readonly id: string /** A spoilt one was made anew. */;
      readonly mended: boolean;
    }
  | { readonly status: "failed"; readonly code: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** How often another process may get in between before that is taken for a failure. */
const ATTEMPTS = 5;

/**
 * The machine's id: a random UUID in a file of its own, written once and never by two at once, so that a lost
 * state does not make a new machine (design: State file). Never rejects.
 */
export async function machineId(dir: string, files: StateFiles): Promise<MachineId> {
  const path = stateNames(dir).machineId;
  try {
    await ensureFolder(dir, files);
    let mended = false;
    for (let attempt = 1; ; attempt++) {
      const text = await readRegularFile(path, files).catch(absent);
      const id = text?.trim().toLowerCase();
      if (id !== undefined && UUID.test(id)) return { status: "ok", id, mended };
      try {
        if (text === undefined) await create(path, files);
        else await replace(path, files);
        mended = text !== undefined;
      } catch (error) {
        if (!isRace(error) || attempt === ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    return { status: "failed", code: errorCode(error) };
  }
}

/** Whether a file holds an id of ours: the system's own `machine-id` is of another form. */
export async function isMachineId(path: string, files: StateFiles): Promise<boolean> {
  const text = await files.readFile(path, "utf8").catch(() => "");
  return UUID.test(text.trim().toLowerCase());
}

/** The machine's id where there is a whole one; nothing is made. */
export async function readMachineId(dir: string, files: StateFiles): Promise<string | undefined> {
  const text = await files.readFile(stateNames(dir).machineId, "utf8").catch(() => "");
  const id = text.trim().toLowerCase();
  return UUID.test(id) ? id : undefined;
}

/** Links the written file to its name, which fails where another process was first; renames where links cannot be. */
async function create(path: string, files: StateFiles): Promise<void> {
  const temporary = await writeNew(path, files);
  try {
    await files.link(temporary, path);
  } catch (error) {
    if (isRace(error)) throw error;
    await putInPlace(temporary, path, files);
  } finally {
    await removeIfThere(temporary, files);
  }
}

async function replace(path: string, files: StateFiles): Promise<void> {
  await putInPlace(await writeNew(path, files), path, files);
}

/** A new id in a temporary file that is no other process's. */
async function writeNew(path: string, files: StateFiles): Promise<string> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeTemporary(temporary, `${randomUUID()}\n`, files);
  return temporary;
}

/** Another process made the id, or cleared the temporary file, in between. */
function isRace(error: unknown): boolean {
  const code = errorCode(error);
  return code === "EEXIST" || code === "ENOENT";
}

function absent(error: unknown): undefined {
  if (errorCode(error) === "ENOENT") return undefined;
  throw error;
}
