import { isForeignToRoot } from "../../base/disk/owner.ts";
import { codedError } from "../../base/errors.ts";

/*
 * Folders that we must not use. A shared folder cannot be closed to others, and if root wrote into another user's folder,
 * that user could not read the files.
 */

const STICKY = 0o1000;
const OTHERS_WRITE = 0o022;

interface FolderStat {
  readonly uid: number;
  readonly mode: number;
}

/** Throws EPERM for a folder that everybody shares, and EOWNER if root would use another user's folder. */
export function refuseForeign(folder: FolderStat): void {
  if (isShared(folder.mode)) throw codedError("shared folder", "EPERM");
  if (isForeignToRoot(folder)) throw codedError("another user's folder", "EOWNER");
}

/** Throws EOWNER if root would create a folder in another user's folder. */
export function refuseForeignParent(parent: FolderStat): void {
  if (isClosedToRoot(parent)) throw codedError("another user's folder", "EOWNER");
}

/** Whether everybody shares a folder of this mode, as they do `/tmp`: it is sticky, and others can write to it. */
export function isShared(mode: number): boolean {
  return (mode & STICKY) !== 0 && isWritableByOthers(mode);
}

export function isWritableByOthers(mode: number): boolean {
  return (mode & OTHERS_WRITE) !== 0;
}

/** Whether root must not create a folder in this one. In a sticky folder, such as `/tmp`, it may. */
export function isClosedToRoot(folder: FolderStat): boolean {
  return (folder.mode & STICKY) === 0 && isForeignToRoot(folder);
}
