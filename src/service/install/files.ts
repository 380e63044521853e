import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Run } from "./manager.ts";
import type { Manager, Plan, PlannedFile } from "./plan.ts";

/** The checks that the systems have for their service files; exit status 0 is good. */
const CHECKS: Readonly<Record<Manager, readonly string[]>> = {
  systemd: ["systemd-analyze", "--user", "verify"],
  launchd: ["plutil", "-lint"],
};

/** What the system's own check says against the service file, before it is written; nothing where it has no such check. */
export async function checkServiceFile(plan: Plan, run: Run): Promise<string | undefined> {
  const [file] = plan.files;
  if (file === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "service-file-"));
  try {
    const copy = join(folder, basename(file.path));
    await writeFile(copy, file.text);
    const { status, output } = run([...CHECKS[plan.manager], copy]);
    return status === null || status === 0 ? undefined : output;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type Written = { readonly path: string; readonly change: "new" | "changed" | "unchanged" | "removed" };

/** Writes what is not there as planned, and removes what an earlier install wrote and is not planned now. Throws the system's error. */
export async function writeFiles({ files, folders, owned }: Plan): Promise<Written[]> {
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  const written: Written[] = [];
  for (const file of files) written.push({ path: file.path, change: await write(file) });
  const planned = new Set(files.map(({ path }) => path));
  const removed = await removePaths(owned.filter((path) => !planned.has(path)));
  return [...written, ...removed.map((path) => ({ path, change: "removed" }) as const)];
}

async function write({ path, text, mode }: PlannedFile): Promise<Written["change"]> {
  const before = await readFile(path, "utf8").catch(() => undefined);
  const isSame = before === text && ((await stat(path)).mode & 0o777) === mode;
  if (isSame) return "unchanged";
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { mode, flag: "wx" });
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return before === undefined ? "new" : "changed";
}

/** Removes what an install, or the manager for it, may have written, and tells what was there. */
export async function removeFiles({ owned, links }: Plan): Promise<string[]> {
  await removePaths(links);
  return removePaths(owned);
}

async function removePaths(paths: readonly string[]): Promise<string[]> {
  const removed: string[] = [];
  for (const path of paths) {
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    await rm(path);
    removed.push(path);
  }
  return removed;
}
