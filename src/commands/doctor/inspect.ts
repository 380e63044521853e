import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { errorCode } from "../../base/errors.ts";

/** What is at a path. Links are followed. */
export type PathInfo =
  | {
      readonly status: "there";
      readonly kind: "file" | "folder" | "other";
      readonly mode: number;
      /** Whether this process has the access that was asked about. */
      readonly isAllowed: boolean;
    }
  | { readonly status: "failed"; readonly code: string };

/** Access to a folder: to list it, to create something in it, or both. */
export const LIST: number = constants.R_OK | constants.X_OK;
export const ENTER: number = constants.W_OK | constants.X_OK;
export const CHANGE: number = LIST | ENTER;

/** Inspects a path without opening it. @param wanted `constants.R_OK` and the like */
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

/** Whether the path does not exist; false if that cannot be found out. */
export function isMissing(info: PathInfo): boolean {
  return info.status === "failed" && isMissingCode(info.code);
}

/** @param code of a call on a path */
export function isMissingCode(code: string): boolean {
  return code === "ENOENT" || code === "ENOTDIR";
}
