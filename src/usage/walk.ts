import type { Stats } from "node:fs";
import { errorCode } from "../base/errors.ts";
import type { Pacer } from "../base/pacer.ts";
import type { ScanFiles } from "./files.ts";
import { type Entry, listFolder, systemPath } from "./names.ts";

export interface Found {
  readonly path: string;
  readonly stat: Stats;
  /** Device and inode. */
  readonly identity: string;
}

export interface Walked {
  /** In the order of their full paths, by code unit; no file twice. */
  readonly found: readonly Found[];
  readonly readErrors: number;
}

const TRANSCRIPT = ".jsonl";
/** A root that is not there is an empty scan (spec: States, rule 5). */
const MISSING = new Set(["ENOENT", "ENOTDIR"]);
/** What a link that leads nowhere answers. */
const DANGLING = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/**
 * Finds the transcripts below the roots that were written at or after `oldestMtime` (epoch milliseconds).
 * Links are followed; a folder or file met again under another name is passed over, the lesser path winning.
 */
export async function walk(
  roots: readonly string[],
  oldestMtime: number,
  files: ScanFiles,
  pacer: Pacer,
): Promise<Walked> {
  const candidates: Found[] = [];
  const visited = new Set<string>();
  let readErrors = 0;

  for (const root of [...new Set(roots)].sort(byFolder)) await visit(root, true);

  return { found: onceEach(candidates), readErrors };

  async function visit(folder: string, isRoot: boolean): Promise<void> {
    if (pacer.due) await pacer.rest();
    const entries = list(folder, isRoot);
    const subfolders: string[] = [];
    for (const { name, dirent } of entries) {
      const path = `${folder}/${name}`;
      const isTranscript = name.endsWith(TRANSCRIPT);
      if (dirent.isDirectory()) subfolders.push(path);
      else if (dirent.isFile() ? isTranscript : !isSpecial(dirent)) {
        if (look(path, isTranscript)?.isDirectory()) subfolders.push(path);
      }
      if (pacer.due) await pacer.rest();
    }
    for (const subfolder of subfolders.sort(byFolder)) await visit(subfolder, false);
  }

  /** What a folder holds; nothing where it was visited before or cannot be read. */
  function list(folder: string, isRoot: boolean): Entry[] {
    try {
      const known = identity(folder, files.statSync(systemPath(folder)), files);
      if (visited.has(known)) return [];
      visited.add(known);
    } catch (error) {
      if (!(isRoot && MISSING.has(errorCode(error)))) readErrors++;
      return [];
    }
    try {
      return listFolder(folder, files);
    } catch {
      readErrors++;
      return [];
    }
  }

  /** Takes a transcript, or tells what stands behind a link or a name whose type the folder does not say. */
  function look(path: string, isTranscript: boolean): Stats | undefined {
    try {
      const stat = files.statSync(systemPath(path));
      if (isTranscript && stat.isFile() && stat.mtimeMs >= oldestMtime) {
        candidates.push({ path, stat, identity: identity(path, stat, files) });
      }
      return stat;
    } catch (error) {
      if (isTranscript || !DANGLING.has(errorCode(error))) readErrors++;
      return undefined;
    }
  }
}

/** In the order of the paths; of several names of one file the first. */
function onceEach(candidates: readonly Found[]): Found[] {
  const byIdentity = new Map<string, Found>();
  for (const file of [...candidates].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (!byIdentity.has(file.identity)) byIdentity.set(file.identity, file);
  }
  return [...byIdentity.values()];
}

/** A FIFO, socket or device is no transcript, whatever its name. */
function isSpecial(dirent: Entry["dirent"]): boolean {
  return dirent.isFIFO() || dirent.isSocket() || dirent.isBlockDevice() || dirent.isCharacterDevice();
}

/** Folders in the order in which the full paths of what they hold stand. */
function byFolder(a: string, b: string): number {
  return `${a}/` < `${b}/` ? -1 : 1;
}

/** Device and inode: what a file is, whatever it is called. */
function identity(path: string, stat: Stats, files: ScanFiles): string {
  if (Number.isSafeInteger(stat.ino)) return `${stat.dev}:${stat.ino}`;
  const exact = files.statSync(systemPath(path), { bigint: true });
  return `${exact.dev}:${exact.ino}`;
}
