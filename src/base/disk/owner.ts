import { readFileSync } from "node:fs";

/** The user id that a user namespace shows for every user outside it (user_namespaces(7)). */
const OVERFLOW_UID = 65_534;
/** The id map of the initial namespace, which knows every user. */
const INITIAL_UID_MAP = /^\s*0\s+0\s+4294967295\s*$/;

/**
 * Whether another user owns something. Root's files, and files of users that this namespace cannot name, do not count.
 */
export function isOwnedByOther({ uid }: { readonly uid: number }): boolean {
  return uid !== 0 && uid !== process.geteuid?.() && !isUnknown(uid);
}

/** Whether we are root and another user owns this file or folder. */
export function isForeignToRoot(owned: { readonly uid: number }): boolean {
  return process.geteuid?.() === 0 && isOwnedByOther(owned);
}

/** Whether this user owns a file, or is root, who may do anything. */
export function isOwnedByUs(uid: number): boolean {
  const ours = process.geteuid?.();
  return ours === 0 || ours === uid;
}

/** Whether users other than the owner have any access. */
export function isOpenToOthers(mode: number): boolean {
  return (mode & 0o077) !== 0;
}

function isUnknown(uid: number): boolean {
  if (uid !== OVERFLOW_UID) return false;
  try {
    return !INITIAL_UID_MAP.test(readFileSync("/proc/self/uid_map", "utf8"));
  } catch {
    return false;
  }
}
