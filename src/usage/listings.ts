import type { Stats } from "node:fs";
import type { Disk, Entry } from "./disk.ts";

/** What a walk has to look at in a folder, by full path. */
export interface Listing {
  readonly isEmpty: boolean;
  /** Its subfolders, in the order of a walk. */
  readonly folders: readonly string[];
  /** Its transcripts, and links that may lead to a folder. */
  readonly others: readonly string[];
}

interface CachedListing extends Listing {
  /** Undefined if a later change may not show in the folder's times. */
  readonly settled: FolderTimes | undefined;
}

type FolderTimes = Pick<Stats, "dev" | "ino" | "mtimeMs" | "ctimeMs">;

/** A folder that was modified less than this before it was listed may change again without a new mtime, in milliseconds. */
const RACY_MS = 2000;
const EXTENSION = ".jsonl";

/** The contents of folders. A folder that has not changed since the last walk is not listed again. */
export class Listings {
  readonly #last: ReadonlyMap<string, CachedListing>;
  readonly #current = new Map<string, CachedListing>();
  readonly #clock: () => number;
  readonly #hasTimes: boolean;

  /**
   * @param clock the clock behind the folders' times, in epoch milliseconds
   * @param last the listings of the last walk; empty ones make this walk list every folder. Undefined in a first walk: it may
   * be the only one, so it does not ask for the folders' times
   */
  constructor(clock: () => number, last?: Listings) {
    this.#clock = clock;
    this.#last = last === undefined ? new Map() : last.#current;
    this.#hasTimes = last !== undefined;
  }

  /** Lists a folder. Throws the system's error. */
  list(folder: string, disk: Disk): Listing {
    const times = this.#hasTimes ? timesOf(folder, disk) : undefined;
    const last = this.#last.get(folder);
    const isUnchanged = times !== undefined && last?.settled !== undefined && areSame(times, last.settled);
    const listing = isUnchanged ? last : this.#read(folder, disk, times);
    if (times !== undefined) this.#current.set(folder, listing);
    return listing;
  }

  #read(folder: string, disk: Disk, times: FolderTimes | undefined): CachedListing {
    const now = this.#clock();
    const isSettled = times !== undefined && Math.max(times.mtimeMs, times.ctimeMs) < now - RACY_MS;
    const entries = disk.list(folder);
    const pathsOf = (some: readonly Entry[]): string[] => some.map(({ name }) => `${folder}/${name}`);
    return {
      settled: isSettled ? times : undefined,
      isEmpty: entries.length === 0,
      folders: pathsOf(entries.filter(({ dirent }) => dirent.isDirectory())).sort(byFolder),
      others: pathsOf(entries.filter(mayCount)),
    };
  }
}

export function isTranscript(path: string): boolean {
  return path.endsWith(EXTENSION);
}

/** Sorts folders by the full paths of their contents. */
export function byFolder(a: string, b: string): number {
  return `${a}/` < `${b}/` ? -1 : 1;
}

/** The times of a folder before it is listed, so that a change meanwhile shows the next time. */
function timesOf(folder: string, disk: Disk): FolderTimes | undefined {
  try {
    const { dev, ino, mtimeMs, ctimeMs } = disk.stat(folder);
    return { dev, ino, mtimeMs, ctimeMs };
  } catch {
    return undefined;
  }
}

function areSame(a: FolderTimes, b: FolderTimes): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/** Whether an entry is a transcript, or may be a link to a folder. */
function mayCount({ name, dirent }: Entry): boolean {
  if (dirent.isDirectory()) return false;
  return dirent.isFile() ? isTranscript(name) : !isSpecial(dirent);
}

/** A FIFO, socket or device is not a transcript, whatever its name (rule SCAN-18). */
function isSpecial(dirent: Entry["dirent"]): boolean {
  return dirent.isFIFO() || dirent.isSocket() || dirent.isBlockDevice() || dirent.isCharacterDevice();
}
