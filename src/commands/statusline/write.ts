import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { vendor } from "#vendor";
import { flush, putInPlace, writeTemporary } from "../../base/disk/atomic.ts";
import { permissions, realFiles } from "../../base/disk/files.ts";
import { isForeignToRoot } from "../../base/disk/owner.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { codedError, errorCode, undefinedIfMissing } from "../../base/errors.ts";

/** The text of a settings file, empty if there is none; or the system error code. Never rejects. */
export async function readSettings(
  path: string,
): Promise<{ readonly text: string } | { readonly code: string }> {
  try {
    return { text: (await readRegularFile(path).catch(undefinedIfMissing)) ?? "" };
  } catch (error) {
    return { code: errorCode(error) };
  }
}

/**
 * Replaces a settings file atomically and keeps its mode; a link to it stays a link. Returns the system error code if it
 * cannot be written; ESTALE if it has changed since it was read.
 */
export async function writeSettings(path: string, before: string, text: string): Promise<string | undefined> {
  try {
    const target = await realpath(path).catch(() => path);
    const found = await stat(target).catch(undefinedIfMissing);
    if (found !== undefined && isForeignToRoot(found)) throw codedError("not ours", "EOWNER");
    const now = await readSettings(target);
    if (!("text" in now) || now.text !== before) return "ESTALE";
    const temporary = `${target}.${vendor.program}.tmp`;
    await writeTemporary(temporary, text, realFiles);
    if (found !== undefined) await realFiles.chmod(temporary, permissions(found.mode));
    await putInPlace(temporary, target, realFiles);
    await flush(dirname(target), realFiles);
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}
