import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
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

export type Written = { readonly path: string; readonly change: "new" | "changed" | "unchanged" };

/** Writes what is not there as planned. Throws the system's error. */
export async function writeFiles({ files, folders }: Plan): Promise<Written[]> {
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  const written: Written[] = [];
  for (const file of files) written.push({ path: file.path, change: await write(file) });
  return written;
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

/** Removes what an install may have written, and tells what was there. */
export async function removeFiles({ owned }: Plan): Promise<string[]> {
  const removed: string[] = [];
  for (const path of owned) {
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    await rm(path);
    removed.push(path);
  }
  return removed;
}
