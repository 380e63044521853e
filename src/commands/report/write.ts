import { randomUUID } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { errorCode } from "../../base/errors.ts";
import { flush, putInPlace, writeTemporary } from "../../state/atomic.ts";
import { realFiles } from "../../state/files.ts";

export type PageWritten =
  | { readonly status: "ok" }
  /** Something else than a file stands there: a folder, a device. */
  | { readonly status: "no_file" }
  | { readonly status: "failed"; readonly code: string };

/** Writes a page whole or not at all, for its owner alone; a link is followed, and what is no file is left as it is. */
export async function writePage(file: string, text: string): Promise<PageWritten> {
  try {
    const path = await realpath(file).catch(() => resolve(file));
    const found = await stat(path).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (found !== undefined && !found.isFile()) return { status: "no_file" };
    const temporary = `${path}.${randomUUID()}.tmp`;
    await writeTemporary(temporary, text, realFiles);
    await putInPlace(temporary, path, realFiles);
    await flush(dirname(path), realFiles);
    return { status: "ok" };
  } catch (error) {
    return { status: "failed", code: errorCode(error) };
  }
}
