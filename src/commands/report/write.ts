import { randomUUID } from "node:crypto";
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { flush, putInPlace, writeTemporary } from "../../base/disk/atomic.ts";
import { realFiles } from "../../base/disk/files.ts";
import { isOwnedByOther } from "../../base/disk/owner.ts";
import { codedError, errorCode, undefinedIfMissing } from "../../base/errors.ts";

export type PageWritten =
  | { readonly status: "ok" }
  /** Something else than a file of ours stands there: a folder, a device, a link that another user left. */
  | { readonly status: "no_file" }
  | { readonly status: "failed"; readonly code: string };

/** So many links are followed, as by Linux. */
const MAX_LINKS = 40;

/**
 * Writes a page whole or not at all, for its owner alone. A link is followed, but not another user's, who would have us
 * overwrite what they may not; what is no file is left as it is.
 */
export async function writePage(file: string, text: string): Promise<PageWritten> {
  try {
    const path = await placeOf(resolve(file));
    if (path === undefined) return { status: "no_file" };
    // Of a name that is as long as names may be there is no longer one.
    const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
    await writeTemporary(temporary, text, realFiles);
    await putInPlace(temporary, path, realFiles);
    await flush(dirname(path), realFiles);
    return { status: "ok" };
  } catch (error) {
    return { status: "failed", code: errorCode(error) };
  }
}

/** Where a file stands, or may come to stand, behind links that are not another's; nothing where there is no such place. */
async function placeOf(file: string): Promise<string | undefined> {
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
