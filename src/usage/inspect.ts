import { accessSync, constants } from "node:fs";
import { systemPath } from "./disk.ts";
import { realFiles } from "./files.ts";
import { Kernel } from "./kernel/kernel.ts";
import { Pacer } from "./pacer.ts";
import { Walker } from "./walker.ts";

export interface TranscriptsFound {
  /** When each transcript was last modified, in epoch milliseconds. */
  readonly writtenAt: readonly number[];
  /** Folders and transcripts that cannot be read. */
  readonly unreadable: number;
}

/** Finds the transcripts of any age that a scan of these roots would read, without reading them. */
export async function inspectTranscripts(roots: readonly string[]): Promise<TranscriptsFound> {
  const { found, readErrors } = await new Walker(roots, realFiles).walk(0, new Pacer());
  const unreadable = found.filter(({ path }) => !isReadable(path)).length;
  return { writtenAt: found.map(({ mtimeMs }) => mtimeMs), unreadable: readErrors + unreadable };
}

function isReadable(path: string): boolean {
  try {
    accessSync(systemPath(path), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether Node can allocate the memory of a scan. It cannot if the address space is limited (`ulimit -v`). */
export function hasScanMemory(): boolean {
  try {
    new Kernel();
    return true;
  } catch {
    return false;
  }
}
