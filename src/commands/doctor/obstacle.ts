import { access, lstat, readlink, stat } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { isForeignToRoot } from "../../base/disk/owner.ts";
import { errorCode } from "../../base/errors.ts";
import { isClosedToRoot } from "../../state/index.ts";
import { shellWord } from "./check.ts";
import { CHANGE, ENTER } from "./inspect.ts";

/** What keeps us from a folder of ours, or from making it. */
export interface Obstacle {
  /** The folder itself, or the nearest above it that is there. */
  readonly path: string;
  readonly why: "closed" | "theirs" | "roots" | "read_only" | "no_folder" | "leads_nowhere";
  /** Whether its owner runs this, or the administrator. */
  readonly isOurs: boolean;
  /** Where a link leads that does not lead in a circle. */
  readonly target?: string;
}

/** Looks at a folder, or where it is missing at the nearest one above it; `undefined` where nothing is in the way. */
export async function findObstacle(path: string, wanted: number = CHANGE): Promise<Obstacle | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  const parent = dirname(path);
  if (entry === undefined) return parent === path ? undefined : findObstacle(parent, ENTER);
  try {
    const stats = await stat(path);
    const isOurs = isOwnedByUs(stats.uid);
    if (!stats.isDirectory()) return { path, why: "no_folder", isOurs };
    const code = await access(path, wanted).then(() => undefined, errorCode);
    if (code !== undefined) return { path, why: code === "EROFS" ? "read_only" : "closed", isOurs };
    const isBarred = wanted === ENTER ? isClosedToRoot(stats) : isForeignToRoot(stats);
    if (isBarred) return { path, why: "roots", isOurs };
    // A folder of our own is given its mode, which is for its owner to do.
    return wanted === CHANGE && !isOurs ? { path, why: "theirs", isOurs } : undefined;
  } catch (error) {
    const isOurs = isOwnedByUs(entry.uid);
    if (!entry.isSymbolicLink() || errorCode(error) === "EACCES") return { path, why: "closed", isOurs };
    const leadsNowhere = { path, why: "leads_nowhere", isOurs } as const;
    if (errorCode(error) === "ELOOP") return leadsNowhere;
    return { ...leadsNowhere, target: resolve(parent, await readlink(path).catch(() => "")) };
  }
}

/** Whether a file's owner runs this; the administrator is kept from nothing. */
export function isOwnedByUs(uid: number): boolean {
  const ours = process.geteuid?.();
  return ours === 0 || ours === uid;
}

/** To be put after its path. */
export function describeObstacle({ why }: Obstacle): string {
  switch (why) {
    case "closed":
      return "gives no permission to write";
    case "theirs":
    case "roots":
      return "belongs to another user";
    case "read_only":
      return "lies on a read-only file system";
    case "no_folder":
      return "is no folder";
    case "leads_nowhere":
      return "is a link that leads nowhere";
  }
}

/** @param home what lies in it is its user's to take over. @param otherwise the fix where the place is another's. */
export function fixForObstacle({ path, why, isOurs, target }: Obstacle, home: string, otherwise: string) {
  const word = shellWord(path);
  switch (why) {
    case "closed":
    case "theirs":
      if (isOurs) return `chmod u+rwx ${word}`;
      return path.startsWith(resolve(home) + sep) ? takeOver([path]) : otherwise;
    case "roots":
      return `run it as that user, not as root, or ${otherwise}`;
    case "read_only":
      return otherwise;
    case "no_folder":
      return `move ${word} away, or ${otherwise}`;
    case "leads_nowhere":
      return `${target === undefined ? `rm ${word}` : `mkdir -p ${shellWord(target)}`}, or ${otherwise}`;
  }
}

/** The command that makes files of another user's ours. */
export function takeOver(paths: readonly string[]): string {
  return `sudo chown "$(id -un)" ${paths.map(shellWord).join(" ")}`;
}
