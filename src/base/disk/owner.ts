import { readFileSync } from "node:fs";

/** What a user namespace shows for every user that it does not know (user_namespaces(7)). */
const OVERFLOW = 65_534;
/** The map of the first namespace, in which every user is known. */
const WHOLE_MAP = /^\s*0\s+0\s+4294967295\s*$/;

/** Whether something belongs to another user; what root laid down is no other's, nor is what nobody can tell of. */
export function isAnothers({ uid }: { readonly uid: number }): boolean {
  return uid !== 0 && uid !== process.geteuid?.() && !isUntold(uid);
}

/** Whether root would act in another user's place. */
export function isAnothersForRoot(owned: { readonly uid: number }): boolean {
  return process.geteuid?.() === 0 && isAnothers(owned);
}

function isUntold(uid: number): boolean {
  if (uid !== OVERFLOW) return false;
  try {
    return !WHOLE_MAP.test(readFileSync("/proc/self/uid_map", "utf8"));
  } catch {
    return false;
  }
}
