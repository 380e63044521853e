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
  const { found, readErrors } = await new Walker(roots, realFiles, Date.now).walk(0, new Pacer());
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

/** Why Node cannot scan at all; `undefined` if it can. */
export type ScanObstacle = "no_webassembly" | "no_memory";

/** Whether Node offers WebAssembly. It does not with `--jitless`. */
export function hasWebAssembly(): boolean {
  return Object.hasOwn(globalThis, "WebAssembly");
}

/** Tries to allocate the memory of a scan, which fails if the address space is limited (`ulimit -v`). */
export function findScanObstacle(): ScanObstacle | undefined {
  if (!hasWebAssembly()) return "no_webassembly";
  try {
    new Kernel();
    return undefined;
  } catch {
    return "no_memory";
  }
}
