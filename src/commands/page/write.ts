import { randomUUID } from "node:crypto";
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { flush, putInPlace, writeTemporary } from "../../base/disk/atomic.ts";
import { realFiles } from "../../base/disk/files.ts";
import { isOwnedByOther } from "../../base/disk/owner.ts";
import { codedError, errorCode, undefinedIfMissing } from "../../base/errors.ts";

export type PageWritten =
  | { readonly status: "ok" }
  /** There is a folder, a device or another user's link at the path. */
  | { readonly status: "not_a_file" }
  | { readonly status: "failed"; readonly code: string };

/** As many links as Linux follows. */
const MAX_LINKS = 40;

/**
 * Writes a page whole or not at all, readable by its owner only. A link is followed unless another user owns it, who
 * could make us overwrite a file that they cannot write to. Anything but a regular file is left alone.
 */
export async function writePage(file: string, text: string): Promise<PageWritten> {
  try {
    const path = await placeOf(resolve(file));
    if (path === undefined) return { status: "not_a_file" };
    // Not derived from the page's name, which may already have the maximum length.
    const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
    await writeTemporary(temporary, text, realFiles);
    await putInPlace(temporary, path, realFiles);
    await flush(dirname(path), realFiles);
    return { status: "ok" };
  } catch (error) {
    return { status: "failed", code: errorCode(error) };
  }
}

/** The path behind links that no other user owns, for a file that exists or can be created; undefined if there is none. */
export async function placeOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(undefinedIfMissing);
  if (found !== undefined && !found.isFile()) return undefined;
  let path = file;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const link = await lstat(path).catch(undefinedIfMissing);
    if (!link?.isSymbolicLink()) return path;
    if (isOwnedByOther(link)) return undefined;
    path = resolve(await realpath(dirname(path)), await readlink(path));
  }
  throw codedError("too many links", "ELOOP");
}
