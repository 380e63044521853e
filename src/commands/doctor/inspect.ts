import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { errorCode } from "../../base/errors.ts";

/** What stands at a path, links followed. */
export type PathInfo =
  | {
      readonly status: "there";
      readonly kind: "file" | "folder" | "other";
      readonly mode: number;
      /** Whether this process may do all that was asked for. */
      readonly isAllowed: boolean;
    }
  | { readonly status: "failed"; readonly code: string };

/** What a process may need of a folder: to list it, to make something in it, or both. */
export const LIST: number = constants.R_OK | constants.X_OK;
export const ENTER: number = constants.W_OK | constants.X_OK;
export const CHANGE: number = LIST | ENTER;

/** Looks at a path and opens nothing. @param wanted `constants.R_OK` and the like. */
export async function inspect(path: string, wanted: number): Promise<PathInfo> {
  try {
    const stats = await stat(path);
    const isAllowed = await access(path, wanted).then(
      () => true,
      () => false,
    );
    const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
    return { status: "there", kind, mode: stats.mode, isAllowed };
  } catch (error) {
    return { status: "failed", code: errorCode(error) };
  }
}

/** Whether nothing is there, and not something that cannot be looked at. */
export function isMissing(info: PathInfo): boolean {
  return info.status === "failed" && (info.code === "ENOENT" || info.code === "ENOTDIR");
}

/** Whether somebody other than the owner may read it, write it or run it. */
export function isOpenToOthers(mode: number): boolean {
  return (mode & 0o077) !== 0;
}
