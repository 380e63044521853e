import { rmdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { vendor } from "#vendor";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { errorCode } from "../../base/errors.ts";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { readAlerts } from "../alerts/file.ts";
import { isCorruptCopy, isLeftover, type StateFolder } from "../folder/state-folder.ts";
import { readHistory } from "../history/file.ts";
import { takeLock } from "../lock/index.ts";
import { readDelivery } from "./delivery.ts";
import { readIdFile } from "./machine-id-file.ts";
import { readStateFile } from "./state-file.ts";

/** What a purge may remove from a folder, or why it may remove nothing. */
export type Purgeable =
  | { readonly status: "ok"; readonly paths: readonly string[] }
  /** The state was written by a newer version, or by another program, or does not name its program. */
  | { readonly status: "newer" | "other_program" | "unknown" }
  /** The system error code. */
  | { readonly status: "unusable"; readonly code: string };

/**
 * Finds this program's files in a state folder. Other programs have files of these names too: only a state that names this
 * program proves that they are ours. Without one, only files that cannot be another program's are found. Never rejects.
 */
export async function findPurgeable(folder: StateFolder): Promise<Purgeable> {
  const { path: dir, names, files } = folder;
  let found: string[];
  try {
    found = await files.readdir(dir);
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" ? { status: "ok", paths: [] } : { status: "unusable", code };
  }
  const states: readonly string[] = [names.state, names.temporary, names.previous, names.beforeJump];
  const paths = found.map((name) => join(dir, name));
  const isState = (path: string) => states.includes(path) || isCorruptCopy(basename(path));
  const owners = await Promise.all(paths.filter(isState).map((path) => ownerOf(path, folder)));
  if (owners.includes("newer")) return { status: "newer" };
  if (owners.includes("other_program")) return { status: "other_program" };
  if (owners.includes("this_program")) {
    const ours: readonly string[] = Object.values(names);
    const named = paths.filter(
      (path) => ours.includes(path) || isCorruptCopy(basename(path)) || isLeftover(basename(path)),
    );
    return { status: "ok", paths: await ofExpectedKind(named, folder) };
  }
  if (paths.includes(names.state)) return { status: "unknown" };
  const hasHistory = (await readHistory(folder)).length > 0;
  const isOurs = {
    [names.machineId]: (await readIdFile(folder)) !== undefined,
    [names.alerts]: (await readAlerts(folder)) !== undefined,
    [names.delivery]: (await readDelivery(folder)) !== undefined,
    [names.history]: hasHistory,
    [names.previousHistory]: hasHistory,
  };
  return { status: "ok", paths: paths.filter((path) => isOurs[path]) };
}

/** Our lock is a folder, and everything else a file. Anything of another kind is not ours. */
async function ofExpectedKind(paths: readonly string[], { names, files }: StateFolder): Promise<string[]> {
  const ours: string[] = [];
  for (const path of paths) {
    const isFolder = await files.lstat(path).then(
      (stat) => stat.isDirectory(),
      () => false,
    );
    if (isFolder === path.startsWith(names.lock)) ours.push(path);
  }
  return ours;
}

/**
 * Removes the files that `findPurgeable` found, and the folder if it is empty then. Holds the beat's lock, so that no beat
 * writes in between: `busy` if one is running, and nothing was removed. Throws the system's error.
 */
export async function purge(folder: StateFolder, paths: readonly string[]): Promise<"purged" | "busy"> {
  const lock = paths.length === 0 ? undefined : await takeLock(folder);
  if (lock?.status === "taken") return "busy";
  const { lock: lockPath } = folder.names;
  try {
    for (const path of paths.filter((name) => name !== lockPath)) {
      await folder.files.rm(path, { recursive: true, force: true });
    }
  } finally {
    if (lock?.status === "held") await lock.release();
  }
  await rmdir(folder.path).catch(() => {});
  return "purged";
}

type Owner = "this_program" | "newer" | "other_program" | "unknown";

/** Which program a state file names, even a corrupt one. Never rejects. */
async function ownerOf(path: string, { files }: StateFolder): Promise<Owner> {
  const read = await readStateFile(path, files);
  if (read.status === "ok") return "this_program";
  if (read.status === "newer" || read.status === "other_program") return read.status;
  if (read.status !== "corrupt") return "unknown";
  const content = parseJson(await readRegularFile(path, files).catch(() => ""));
  if (!isJsonObject(content) || typeof content["program"] !== "string") return "unknown";
  return content["program"] === vendor.program ? "this_program" : "other_program";
}
