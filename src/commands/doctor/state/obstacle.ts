import { access, lstat, readlink, stat } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { isForeignToRoot, isOwnedByUs } from "../../../base/disk/owner.ts";
import { errorCode } from "../../../base/errors.ts";
import { shellWord } from "../../../base/shell-word.ts";
import { isClosedToRoot } from "../../../state/index.ts";
import { chownCommand } from "../fixes.ts";
import { CHANGE, ENTER } from "../inspect.ts";

/** Why the state folder cannot be used or created. */
export interface Obstacle {
  /** The folder itself, or its nearest parent that exists. */
  readonly path: string;
  readonly why: "closed" | "foreign" | "foreign_to_root" | "read_only" | "not_a_folder" | "broken_link";
  /** Whether this user owns it, or is root. */
  readonly isOurs: boolean;
  /** The target of a broken link; absent if the link leads in a circle. */
  readonly target?: string;
}

/** Inspects a folder, or its nearest parent that exists; `undefined` if nothing is in the way. */
export async function findObstacle(path: string, wanted: number = CHANGE): Promise<Obstacle | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  const parent = dirname(path);
  if (entry === undefined) return parent === path ? undefined : findObstacle(parent, ENTER);
  try {
    const stats = await stat(path);
    const isOurs = isOwnedByUs(stats.uid);
    if (!stats.isDirectory()) return { path, why: "not_a_folder", isOurs };
    const code = await access(path, wanted).then(() => undefined, errorCode);
    if (code !== undefined) return { path, why: code === "EROFS" ? "read_only" : "closed", isOurs };
    const isForeign = wanted === ENTER ? isClosedToRoot(stats) : isForeignToRoot(stats);
    if (isForeign) return { path, why: "foreign_to_root", isOurs };
    // A beat sets the mode of the state folder, which only its owner can do.
    return wanted === CHANGE && !isOurs ? { path, why: "foreign", isOurs } : undefined;
  } catch (error) {
    const isOurs = isOwnedByUs(entry.uid);
    if (!entry.isSymbolicLink() || errorCode(error) === "EACCES") return { path, why: "closed", isOurs };
    const brokenLink = { path, why: "broken_link", isOurs } as const;
    if (errorCode(error) === "ELOOP") return brokenLink;
    return { ...brokenLink, target: resolve(parent, await readlink(path).catch(() => "")) };
  }
}

export function describeObstacle({ path, why }: Obstacle): string {
  switch (why) {
    case "closed":
      return `no permission to write to ${path}`;
    case "foreign":
    case "foreign_to_root":
      return `${path} is owned by another user`;
    case "read_only":
      return `${path} is on a read-only file system`;
    case "not_a_folder":
      return `${path} is not a folder`;
    case "broken_link":
      return `${path} is a broken link`;
  }
}

/** @param home a folder in it belongs to its user, who may take it over. @param otherwise the fix for any other place */
export function fixForObstacle({ path, why, isOurs, target }: Obstacle, home: string, otherwise: string) {
  const word = shellWord(path);
  switch (why) {
    case "closed":
    case "foreign":
      if (isOurs) return `chmod u+rwx ${word}`;
      return path.startsWith(resolve(home) + sep) ? chownCommand([path]) : otherwise;
    case "foreign_to_root":
      return `run it as that user, not as root, or ${otherwise}`;
    case "read_only":
      return otherwise;
    case "not_a_folder":
      return `move ${word} away, or ${otherwise}`;
    case "broken_link":
      return `${target === undefined ? `rm ${word}` : `mkdir -p ${shellWord(target)}`}, or ${otherwise}`;
  }
}
