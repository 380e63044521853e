import { rmdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { vendor } from "#vendor";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { errorCode } from "../../base/errors.ts";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { isCorruptCopy, isLeftover, type StateFolder } from "../folder/state-folder.ts";
import { readDelivery } from "./delivery.ts";
import { isMachineId } from "./machine-id.ts";
import { readStateFile } from "./state-file.ts";

/** What a purge may take of a folder, or why it may take nothing. */
export type Purgeable =
  | { readonly status: "ok"; readonly paths: readonly string[] }
  /** The state there is of a newer version, another program's, or of nobody that can be told. */
  | { readonly status: "newer" | "other_program" | "unknown" }
  /** The system's code. */
  | { readonly status: "unusable"; readonly code: string };

/**
 * What of a state folder is this program's. Other programs have files of these names too: only a state that names
 * this program proves that they are ours. Where there is none, what cannot be another's is. Never rejects.
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
  const isOfState = (path: string) => states.includes(path) || isCorruptCopy(basename(path));
  const claims = await Promise.all(paths.filter(isOfState).map((path) => claimOf(path, folder)));
  if (claims.includes("newer")) return { status: "newer" };
  if (claims.includes("other_program")) return { status: "other_program" };
  if (claims.includes("ours")) {
    const ours: readonly string[] = Object.values(names);
    const named = paths.filter(
      (path) => ours.includes(path) || isCorruptCopy(basename(path)) || isLeftover(basename(path)),
    );
    return { status: "ok", paths: await filesOf(named, folder) };
  }
  if (paths.includes(names.state)) return { status: "unknown" };
  const isOurs = {
    [names.machineId]: await isMachineId(names.machineId, files),
    [names.delivery]: (await readDelivery(folder)) !== undefined,
  };
  return { status: "ok", paths: paths.filter((path) => isOurs[path]) };
}

/** Without folders, but for the lock and what is left of one: another by the name of a file of ours is none of ours. */
async function filesOf(paths: readonly string[], { names, files }: StateFolder): Promise<string[]> {
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

/** Removes files that `findPurgeable` found, and the folder where nothing else is left in it. Throws the system's error. */
export async function purge(folder: StateFolder, paths: readonly string[]): Promise<void> {
  for (const path of paths) await folder.files.rm(path, { recursive: true, force: true });
  await rmdir(folder.path).catch(() => {});
}

type Claim = "ours" | "newer" | "other_program" | "unknown";

/** Whose a state file says that it is, be it spoilt. Never rejects. */
async function claimOf(path: string, { files }: StateFolder): Promise<Claim> {
  const read = await readStateFile(path, files);
  if (read.status === "ok") return "ours";
  if (read.status === "newer" || read.status === "other_program") return read.status;
  if (read.status !== "corrupt") return "unknown";
  const content = parseJson(await readRegularFile(path, files).catch(() => ""));
  if (!isJsonObject(content) || typeof content["program"] !== "string") return "unknown";
  return content["program"] === vendor.program ? "ours" : "other_program";
}
