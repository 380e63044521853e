import { lstat, readdir, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../../base/errors.ts";
import {
  CORRUPT_PREFIX,
  type Delivery,
  inspectLock,
  isLeftover,
  newestCopy,
  type ReadState,
  readDelivery,
  readState,
  type StateFolder,
  stateFolder,
} from "../../state/index.ts";
import { CHANGE, inspect, isOpenToOthers, type PathInfo } from "./inspect.ts";
import { findObstacle, isOwnedByUs, type Obstacle } from "./obstacle.ts";

export interface StateFacts {
  readonly dir: string;
  /** The user's home. */
  readonly home: string;
  readonly folder: PathInfo;
  /** What keeps a beat from the folder, or from making it. */
  readonly obstacle: Obstacle | undefined;
  readonly state: ReadState;
  /** Whether a copy beside the state file can replace it. */
  readonly hasCopy: boolean;
  /** The state's files, leftovers among them, that others may read or write. */
  readonly openFiles: readonly string[];
  /** The state's files that belong to another user. */
  readonly theirFiles: readonly string[];
  /** Bytes that are left for this user where the state lies; `undefined` where the system does not say. */
  readonly freeBytes: number | undefined;
  readonly lock: "none" | "held" | "left";
  readonly delivery: Delivery | undefined;
}

/** Looks at the state and changes nothing of it. @param now epoch milliseconds. */
export async function gatherState(dir: string, home: string, now: number): Promise<StateFacts> {
  const folder = stateFolder(dir);
  return {
    dir,
    home,
    folder: await inspect(dir, CHANGE),
    obstacle: await findObstacle(dir),
    state: await readState(folder),
    hasCopy: (await newestCopy(folder)) !== undefined,
    ...(await inspectFiles(folder)),
    freeBytes: await freeBytes(dir),
    lock: await inspectLock(folder, now),
    delivery: await readDelivery(folder),
  };
}

async function inspectFiles({
  path: dir,
  names: paths,
}: StateFolder): Promise<Pick<StateFacts, "openFiles" | "theirFiles">> {
  const ours: readonly string[] = Object.values(paths);
  const openFiles: string[] = [];
  const theirFiles: string[] = [];
  const names = await readdir(dir).catch((): string[] => []);
  for (const name of names.filter(isOurs).sort(byCodeUnit)) {
    const path = join(dir, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isFile() !== true) continue;
    const isTheirs = !isOwnedByUs(stats.uid);
    // What a beat was ended with, the next one removes, whoever owns it.
    if (isTheirs && !isLeftover(name)) theirFiles.push(path);
    if (!isTheirs && isOpenToOthers(stats.mode)) openFiles.push(path);
  }
  return { openFiles, theirFiles };

  /** What else lies in the folder is no beat's to fix. */
  function isOurs(name: string): boolean {
    return ours.includes(join(dir, name)) || name.startsWith(CORRUPT_PREFIX) || isLeftover(name);
  }
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** Of the folder, or of the first one above it that is there. */
async function freeBytes(dir: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(dir);
    return errorCode(error) === "ENOENT" && parent !== dir ? freeBytes(parent) : undefined;
  }
}
