import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../base/errors.ts";
import type { Disk } from "./disk.ts";
import { byFolder, isTranscript, type Listing, type Listings } from "./listings.ts";
import type { Pacer } from "./pacer.ts";

/** A transcript, as `stat` sees it. */
export interface FoundFile {
  readonly path: string;
  readonly dev: number;
  /** Text if a number cannot hold it. */
  readonly ino: number | string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** How many bytes they have in all. */
export function bytesOf(files: readonly FoundFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The error codes of a path that does not exist. */
const MISSING = new Set(["ENOENT", "ENOTDIR"]);
/** The error codes of a dangling or circular link (rule SCAN-16). */
const DANGLING = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** One walk through folders, for transcripts that were modified at or after a time. */
export class Walk {
  /** In the order of the walk. */
  readonly found: FoundFile[] = [];
  readErrors = 0;
  /** Whether one folder may have two names: there is a link to a folder, or more than one root. */
  mayRepeat = false;
  #roots = 0;
  readonly #oldestMtime: number;
  readonly #disk: Disk;
  readonly #listings: Listings;
  readonly #pacer: Pacer;
  /** The visited folders by device and inode, if the walk detects repeated ones. */
  readonly #visited: Set<string> | undefined;

  /**
   * @param oldestMtime epoch milliseconds
   * @param detectRepeats whether to skip a folder that was visited under another name; without it, the walk enters no
   * subfolder once `mayRepeat` is set
   */
  constructor(oldestMtime: number, disk: Disk, listings: Listings, pacer: Pacer, detectRepeats: boolean) {
    this.#oldestMtime = oldestMtime;
    this.#disk = disk;
    this.#listings = listings;
    this.#pacer = pacer;
    this.#visited = detectRepeats ? new Set() : undefined;
  }

  async visit(root: string): Promise<void> {
    // Not recursive: a function this long that is called for each folder is compiled several times.
    const pending = [root];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      if (this.#pacer.shouldYield) await this.#pacer.yield();
      const isRoot = folder === root;
      if (this.#visited !== undefined && !this.#isFirstVisit(folder, isRoot)) continue;
      const { isEmpty, folders, others } = this.#list(folder, isRoot);
      if (isRoot && !isEmpty && ++this.#roots > 1) this.mayRepeat = true;
      const links: string[] = [];
      for (const path of others) {
        if (this.#isFolder(path)) links.push(path);
        if (this.#pacer.shouldYield) await this.#pacer.yield();
      }
      // The caller repeats the walk with detection: without it, a cycle of links never ends.
      if (this.mayRepeat && this.#visited === undefined) continue;
      const subfolders = links.length === 0 ? folders : [...folders, ...links].sort(byFolder);
      for (const subfolder of subfolders.toReversed()) pending.push(subfolder);
    }
  }

  /** Whether what is at a path is a link to a folder. Adds a transcript to `found`. */
  #isFolder(path: string): boolean {
    if (!this.#inspect(path)?.isDirectory()) return false;
    this.mayRepeat = true;
    return true;
  }

  #isFirstVisit(folder: string, isRoot: boolean): boolean {
    try {
      const stat = this.#disk.stat(folder);
      const identity = `${stat.dev}:${this.#disk.inode(folder, stat)}`;
      if (this.#visited?.has(identity)) {
        this.mayRepeat = true;
        return false;
      }
      this.#visited?.add(identity);
      return true;
    } catch {
      if (!(isRoot && this.#isMissing(folder))) this.readErrors++;
      return false;
    }
  }

  #list(folder: string, isRoot: boolean): Listing {
    try {
      return this.#listings.list(folder, this.#disk);
    } catch {
      if (!(isRoot && this.#isMissing(folder))) this.readErrors++;
      return { isEmpty: true, folders: [], others: [] };
    }
  }

  /**
   * A root that does not exist is an empty scan (rule SCAN-15). One that is a file, or that leads through a dangling link,
   * is unreadable instead: there should be a folder.
   */
  #isMissing(root: string): boolean {
    try {
      this.#disk.stat(root);
      return false;
    } catch (error) {
      return MISSING.has(errorCode(error)) && !this.#isBehindDanglingLink(root);
    }
  }

  #isBehindDanglingLink(path: string): boolean {
    try {
      if (!this.#disk.isLink(path)) return false;
    } catch (error) {
      const parent = dirname(path);
      return !MISSING.has(errorCode(error)) || (parent !== path && this.#isBehindDanglingLink(parent));
    }
    try {
      this.#disk.stat(path);
      return false;
    } catch {
      return true;
    }
  }

  /** Adds a transcript to `found`. Returns the stat, for links and for entries whose type the folder does not give. */
  #inspect(path: string): Stats | undefined {
    try {
      const stat = this.#disk.stat(path);
      const { dev, size, mtimeMs, ctimeMs } = stat;
      if (isTranscript(path) && mtimeMs >= this.#oldestMtime && stat.isFile()) {
        this.found.push({ path, dev, ino: this.#disk.inode(path, stat), size, mtimeMs, ctimeMs });
      }
      return stat;
    } catch (error) {
      if (isTranscript(path) || !DANGLING.has(errorCode(error))) this.readErrors++;
      return undefined;
    }
  }
}
