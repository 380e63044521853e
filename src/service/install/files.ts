import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { vendor } from "#vendor";
import { READ_NONBLOCKING } from "../../base/disk/regular-file.ts";
import { errorCode } from "../../base/errors.ts";
import type { CommandRunner } from "./command-runner.ts";
import type { Manager } from "./manager.ts";
import type { Plan, PlannedFile } from "./plan.ts";

/** Each system's own check of a service file. Its exit status is 0 if the file is valid. */
const CHECKS: Readonly<Record<Manager, readonly string[]>> = {
  systemd: ["systemd-analyze", "--user", "verify"],
  launchd: ["plutil", "-lint"],
};

/** What systemd's check prints if the user has no session, whatever is in the file. */
const NO_SESSION = /Failed to (?:lookup RuntimeDirectory path|initialize manager)/;

/**
 * Runs the system's own check on a copy of the service file, before the file is written. Returns what it complains
 * about; `undefined` if the file is valid or cannot be checked here.
 */
export async function checkServiceFile(plan: Plan, run: CommandRunner): Promise<string | undefined> {
  const [file] = plan.files;
  if (file === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "service-file-")).catch(() => undefined);
  if (folder === undefined) return undefined;
  const copy = join(folder, basename(file.path));
  try {
    const isCopied = await writeFile(copy, file.text, { mode: 0o600 }).then(
      () => true,
      () => false,
    );
    if (!isCopied) return undefined;
    const { status, output } = run([...CHECKS[plan.manager], copy]);
    return status === null || status === 0 || NO_SESSION.test(output) ? undefined : output;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type Written = { readonly path: string; readonly change: "new" | "changed" | "unchanged" | "removed" };
/** A file or folder that could not be written or removed, and the system error code. */
export type Failed = { readonly path: string; readonly code: string };
/** What was done up to the first failure. */
export interface WrittenFiles {
  readonly written: readonly Written[];
  readonly failed: Failed | undefined;
}

/** Writes the files that are not as planned, and removes those of an earlier install that are not planned now. Never rejects. */
export async function writeFiles({ files, folders, owned }: Plan): Promise<WrittenFiles> {
  const written: Written[] = [];
  let path = "";
  try {
    for (path of folders) await mkdir(path, { recursive: true, mode: 0o700 });
    for (const file of files) {
      path = file.path;
      written.push({ path, change: await write(file) });
    }
  } catch (error) {
    return { written, failed: { path, code: errorCode(error) } };
  }
  const planned = new Set(files.map((file) => file.path));
  const { removed, failed } = await removePaths(owned.filter((one) => !planned.has(one)));
  for (const one of removed) written.push({ path: one, change: "removed" });
  return { written, failed: failed[0] };
}

async function write({ path, text, mode }: PlannedFile): Promise<Written["change"]> {
  const before = await readFile(path, { encoding: "utf8", flag: READ_NONBLOCKING }).catch(() => undefined);
  const isSame = before === text && ((await stat(path)).mode & 0o777) === mode;
  if (isSame) return "unchanged";
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { mode, flag: "wx" });
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  return before === undefined ? "new" : "changed";
}

export interface Removal {
  readonly removed: readonly string[];
  /** What could not be removed. */
  readonly failed: readonly Failed[];
  /** Files that stay, with the user's own lines. */
  readonly kept: readonly string[];
  /** Those of them that could not be rewritten. They are unchanged. */
  readonly unwritten: readonly Failed[];
}

/**
 * Removes everything that an install, or the manager for it, may have written, except the user's own lines. Returns what
 * was there. Never rejects.
 */
export async function removeFiles({ owned, links, kept }: Plan): Promise<Removal> {
  const stays = new Set(kept.map(({ path }) => path));
  const { failed } = await removePaths(links);
  const files = await removePaths(owned.filter((path) => !stays.has(path)));
  // This program's own folder too, if it is empty now.
  for (const folder of files.removed.map((path) => dirname(path))) {
    if (basename(folder) === vendor.program) await rmdir(folder).catch(() => {});
  }
  const unwritten: Failed[] = [];
  for (const file of kept) {
    await write(file).catch((error) => unwritten.push({ path: file.path, code: errorCode(error) }));
  }
  return { removed: files.removed, failed: [...failed, ...files.failed], kept: [...stays], unwritten };
}

async function removePaths(paths: readonly string[]): Promise<Pick<Removal, "removed" | "failed">> {
  const removed: string[] = [];
  const failed: Failed[] = [];
  for (const path of paths) {
    try {
      await rm(path);
      removed.push(path);
    } catch (error) {
      const code = errorCode(error);
      if (code !== "ENOENT" && code !== "ENOTDIR") failed.push({ path, code });
    }
  }
  return { removed, failed };
}
