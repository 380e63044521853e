import { constants } from "node:fs";
import { access, open, realpath, stat } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { errorCode, undefinedIfMissing } from "../../base/errors.ts";
import { placeOf } from "./write.ts";

/** How every page of this program begins, in any case. */
const BEGINNING = "<!doctype html>";

/** Why no page can be written to a file. */
export interface PlaceProblem {
  readonly status: "in_state_folder" | "not_a_file" | "not_a_page" | "no_folder" | "not_writable";
  /** The system error code, if there is one. */
  readonly code?: string;
}

/**
 * Why a refresh must not or cannot write a page to this file. It does so unasked, so a file that is not a page is not
 * replaced: the setting may name the wrong one.
 */
export async function placeProblem(file: string, stateDir: string): Promise<PlaceProblem | undefined> {
  try {
    const path = await placeOf(resolve(file));
    if (path === undefined) return { status: "not_a_file" };
    const folder = await realpath(dirname(path)).catch(undefinedIfMissing);
    if (folder === undefined) return { status: "no_folder" };
    const state = await realpath(stateDir).catch(() => resolve(stateDir));
    if (`${folder}${sep}`.startsWith(`${state}${sep}`)) return { status: "in_state_folder" };
    await access(folder, constants.W_OK | constants.X_OK);
    return (await isPage(path)) ? undefined : { status: "not_a_page" };
  } catch (error) {
    return { status: "not_writable", code: errorCode(error) };
  }
}

/** Whether a file is a page or empty, or does not exist yet. */
async function isPage(path: string): Promise<boolean> {
  const found = await stat(path).catch(undefinedIfMissing);
  if (found === undefined || found.size === 0) return true;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0);
    return buffer.toString("latin1", 0, bytesRead).toLowerCase() === BEGINNING;
  } finally {
    await file.close();
  }
}
