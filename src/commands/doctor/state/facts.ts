import { lstat, readdir, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isOpenToOthers, isOwnedByUs } from "../../../base/disk/owner.ts";
import { errorCode } from "../../../base/errors.ts";
import {
  CORRUPT_PREFIX,
  type Delivery,
  findReplacement,
  inspectLock,
  isLeftover,
  type ReadState,
  type Replacement,
  readDelivery,
  readState,
  type StateFolder,
  stateFolder,
} from "../../../state/index.ts";
import { CHANGE, inspect, type PathInfo } from "../inspect.ts";
import { findObstacle, type Obstacle } from "./obstacle.ts";

export interface StateFacts {
  readonly dir: string;
  /** The user's home. */
  readonly home: string;
  readonly folder: PathInfo;
  /** Why a beat cannot use or create the folder. */
  readonly obstacle: Obstacle | undefined;
  readonly state: ReadState;
  /** What the next beat would put in place of a corrupt or missing state file. */
  readonly replacement: Replacement;
  /** The state's files that other users can read or write, including leftovers. */
  readonly openFiles: readonly string[];
  /** The state's files that another user owns. */
  readonly foreignFiles: readonly string[];
  /** Free bytes for this user on the disk of the state; `undefined` if the system does not report them. */
  readonly freeBytes: number | undefined;
  readonly lock: "none" | "held" | "left";
  readonly delivery: Delivery | undefined;
}

/** Inspects the state folder and changes nothing. @param now epoch milliseconds */
export async function gatherState(dir: string, home: string, now: number): Promise<StateFacts> {
  const folder = stateFolder(dir);
  return {
    dir,
    home,
    folder: await inspect(dir, CHANGE),
    obstacle: await findObstacle(dir),
    state: await readState(folder),
    replacement: await findReplacement(folder),
    ...(await inspectFiles(folder)),
    freeBytes: await freeBytes(dir),
    lock: await inspectLock(folder, now),
    delivery: await readDelivery(folder),
  };
}

async function inspectFiles({
  path: dir,
  names: paths,
}: StateFolder): Promise<Pick<StateFacts, "openFiles" | "foreignFiles">> {
  const ours: readonly string[] = Object.values(paths);
  const openFiles: string[] = [];
  const foreignFiles: string[] = [];
  const names = await readdir(dir).catch((): string[] => []);
  for (const name of names.filter(isOurs).sort(byCodeUnit)) {
    const path = join(dir, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isFile() !== true) continue;
    const isForeign = !isOwnedByUs(stats.uid);
    // The next beat removes leftovers, whoever owns them.
    if (isForeign && !isLeftover(name)) foreignFiles.push(path);
    if (!isForeign && isOpenToOthers(stats.mode)) openFiles.push(path);
  }
  return { openFiles, foreignFiles };

  /** A beat fixes only its own files. */
  function isOurs(name: string): boolean {
    return ours.includes(join(dir, name)) || name.startsWith(CORRUPT_PREFIX) || isLeftover(name);
  }
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** On the disk of the folder, or of its nearest parent that exists. */
async function freeBytes(dir: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(dir);
    return errorCode(error) === "ENOENT" && parent !== dir ? freeBytes(parent) : undefined;
  }
}
