import type { Stats } from "node:fs";
import { errorCode } from "../base/errors.ts";
import type { Pacer } from "../base/pacer.ts";
import type { ScanFiles } from "./files.ts";
import type { Listings } from "./listings.ts";
import { type Entry, systemPath } from "./names.ts";

export interface Found {
  readonly path: string;
  readonly dev: number;
  /** As text where a number cannot hold it. */
  readonly ino: number | string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

const TRANSCRIPT = ".jsonl";
/** A root that is not there is an empty scan (rule SCAN-15). */
const MISSING = new Set(["ENOENT", "ENOTDIR"]);
/** What a link that leads nowhere answers. */
const DANGLING = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** One walk through folders, for transcripts that were written at or after a time. */
export class Walk {
  /** In the order in which they were met. */
  readonly found: Found[] = [];
  readErrors = 0;
  /** Whether a folder can be met under two names: there is a link to one, or there are two roots. */
  mayMeetAgain = false;
  #roots = 0;
  readonly #oldestMtime: number;
  readonly #files: ScanFiles;
  readonly #listings: Listings;
  readonly #pacer: Pacer;
  /** By device and inode, where folders are told apart. */
  readonly #visited: Set<string> | undefined;

  /**
   * @param oldestMtime epoch milliseconds
   * @param tellApart whether a folder met again under another name is to be passed over
   */
  constructor(oldestMtime: number, files: ScanFiles, listings: Listings, pacer: Pacer, tellApart: boolean) {
    this.#oldestMtime = oldestMtime;
    this.#files = files;
    this.#listings = listings;
    this.#pacer = pacer;
    this.#visited = tellApart ? new Set() : undefined;
  }

  async visit(folder: string, isRoot: boolean): Promise<void> {
    if (this.#pacer.due) await this.#pacer.rest();
    if (this.#visited !== undefined && !this.#isFirstVisit(folder, isRoot)) return;
    const { entries, paths } = this.#list(folder, isRoot);
    if (isRoot && entries.length > 0 && ++this.#roots > 1) this.mayMeetAgain = true;
    const subfolders: string[] = [];
    for (const [index, { name, dirent }] of entries.entries()) {
      const path = paths[index] ?? "";
      if (dirent.isDirectory()) subfolders.push(path);
      else {
        const isTranscript = name.endsWith(TRANSCRIPT);
        if (dirent.isFile() ? isTranscript : !isSpecial(dirent)) {
          if (this.#look(path, isTranscript)?.isDirectory()) {
            this.mayMeetAgain = true;
            subfolders.push(path);
          }
        }
      }
      if (this.#pacer.due) await this.#pacer.rest();
    }
    // Without an end where links lead in a circle: such a walk is begun anew.
    if (this.mayMeetAgain && this.#visited === undefined) return;
    for (const subfolder of subfolders.sort(byFolder)) await this.visit(subfolder, false);
  }

  #isFirstVisit(folder: string, isRoot: boolean): boolean {
    try {
      const stat = this.#files.statSync(systemPath(folder));
      const identity = `${stat.dev}:${this.#inode(folder, stat)}`;
      if (this.#visited?.has(identity)) {
        this.mayMeetAgain = true;
        return false;
      }
      this.#visited?.add(identity);
      return true;
    } catch (error) {
      if (!(isRoot && MISSING.has(errorCode(error)))) this.readErrors++;
      return false;
    }
  }

  #list(folder: string, isRoot: boolean): { entries: readonly Entry[]; paths: readonly string[] } {
    try {
      return this.#listings.list(folder, this.#files);
    } catch {
      if (!(isRoot && this.#isMissing(folder))) this.readErrors++;
      return { entries: [], paths: [] };
    }
  }

  /** A file in a root's place is not missing: a folder was meant. */
  #isMissing(root: string): boolean {
    try {
      this.#files.statSync(systemPath(root));
      return false;
    } catch (error) {
      return MISSING.has(errorCode(error));
    }
  }

  /** Takes a transcript, or tells what stands behind a link or a name whose type the folder does not say. */
  #look(path: string, isTranscript: boolean): Stats | undefined {
    try {
      const stat = this.#files.statSync(systemPath(path));
      const { dev, size, mtimeMs, ctimeMs } = stat;
      if (isTranscript && mtimeMs >= this.#oldestMtime && stat.isFile()) {
        this.found.push({ path, dev, ino: this.#inode(path, stat), size, mtimeMs, ctimeMs });
      }
      return stat;
    } catch (error) {
      if (isTranscript || !DANGLING.has(errorCode(error))) this.readErrors++;
      return undefined;
    }
  }

  #inode(path: string, { ino }: Stats): number | string {
    if (Number.isSafeInteger(ino)) return ino;
    return String(this.#files.statSync(systemPath(path), { bigint: true }).ino);
  }
}

/** A FIFO, socket or device is no transcript, whatever its name. */
function isSpecial(dirent: Entry["dirent"]): boolean {
  return dirent.isFIFO() || dirent.isSocket() || dirent.isBlockDevice() || dirent.isCharacterDevice();
}

/** Folders in the order in which the full paths of what they hold stand. */
export function byFolder(a: string, b: string): number {
  return `${a}/` < `${b}/` ? -1 : 1;
}
