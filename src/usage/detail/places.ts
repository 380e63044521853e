import { basename } from "node:path";
import type { Disk } from "../disk.ts";
import type { ScanFiles } from "../files.ts";
import type { Pacer } from "../pacer.ts";
import type { FileUse } from "./detail.ts";
import { readHead } from "./head.ts";
import { ProjectFolders } from "./project-folders.ts";
import { shortNames } from "./short-names.ts";
import type { PlacedUse } from "./types.ts";

/** The project of a session whose transcripts name no folder. */
export const UNKNOWN_PROJECT = "unknown";
const EXTENSION = ".jsonl";

/**
 * Adds the session and the project of each transcript. A project is the folder that a session began in, or the repository
 * around it. Paths stay in here: only short names come out.
 */
export async function withPlaces(
  uses: readonly FileUse[],
  disk: Disk,
  files: ScanFiles,
  pacer: Pacer,
): Promise<PlacedUse[]> {
  const sessions = new Map<string, string>();
  /** By session: the folder that it began in, which its own transcript knows best. */
  const cwds = new Map<string, string>();
  for (const path of new Set(uses.map((use) => use.path))) {
    if (pacer.shouldYield) await pacer.yield();
    const { session = basename(path, EXTENSION), cwd } = readHead(path, disk, files);
    sessions.set(path, session);
    const isOwn = basename(path, EXTENSION) === session;
    if (cwd !== undefined && (isOwn || !cwds.has(session))) cwds.set(session, cwd);
  }
  const folders = new ProjectFolders(disk, files);
  const projects = new Map([...cwds].map(([session, cwd]) => [session, folders.of(cwd)]));
  const names = shortNames(new Set(projects.values()));
  return uses.map(({ path, ...use }) => {
    const session = sessions.get(path) ?? UNKNOWN_PROJECT;
    return { ...use, session, project: names.get(projects.get(session) ?? "") ?? UNKNOWN_PROJECT };
  });
}
