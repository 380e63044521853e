import { lstat, readdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../../base/errors.ts";
import type { Delivery } from "../../contract.ts";
import { readDelivery } from "../../state/delivery.ts";
import { realFiles } from "../../state/files.ts";
import { STALE_MS } from "../../state/lock-mend.ts";
import { stateNames } from "../../state/names.ts";
import { type ReadState, readState } from "../../state/read.ts";
import { CHANGE, isOpenToOthers, type Look, lookAt } from "./look.ts";

export interface StateFacts {
  readonly dir: string;
  readonly folder: Look;
  readonly state: ReadState;
  /** Whether something whole lies beside the state file, to take its place. */
  readonly hasSpare: boolean;
  /** The files in the folder that others may read or write. */
  readonly openFiles: readonly string[];
  /** Bytes that are left for this user where the state lies; `undefined` where the system does not say. */
  readonly freeBytes: number | undefined;
  readonly lock: "none" | "held" | "left";
  readonly delivery: Delivery | undefined;
}

/** Looks at the state and changes nothing of it. @param now epoch milliseconds. */
export async function gatherState(dir: string, now: number): Promise<StateFacts> {
  const names = stateNames(dir);
  const spares = await Promise.all(
    [names.temporary, names.previous].map((path) => readState(path, realFiles)),
  );
  return {
    dir,
    folder: await lookAt(dir, CHANGE),
    state: await readState(names.state, realFiles),
    hasSpare: spares.some(({ status }) => status === "ok"),
    openFiles: await openFiles(dir),
    freeBytes: await freeBytes(dir),
    lock: await lockAt(names.lock, now),
    delivery: await readDelivery(dir, realFiles),
  };
}

async function openFiles(dir: string): Promise<string[]> {
  const paths = (await readdir(dir).catch(() => [])).map((name) => join(dir, name));
  const open = await Promise.all(
    paths.map((path) =>
      lstat(path).then(
        (stats) => stats.isFile() && isOpenToOthers(stats.mode),
        () => false,
      ),
    ),
  );
  return paths.filter((_, index) => open[index]);
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

async function lockAt(path: string, now: number): Promise<StateFacts["lock"]> {
  return stat(path).then(
    ({ mtimeMs }) => (Math.abs(now - mtimeMs) <= STALE_MS ? "held" : "left"),
    () => "none",
  );
}
