import { Disk } from "./disk.ts";
import type { ScanFiles } from "./files.ts";
import { byFolder, Listings } from "./listings.ts";
import type { Pacer } from "./pacer.ts";
import { type FoundFile, Walk } from "./walk.ts";

export interface WalkResult {
  /** In the order of their full paths, by code unit; no file twice. */
  readonly found: readonly FoundFile[];
  readonly readErrors: number;
}

/** Every so many walks list every folder: some file systems do not note in a folder's times that it changed. */
const WALKS_PER_LISTING = 4;

/** Finds transcripts again and again. What it keeps between walks only saves time. */
export class Walker {
  readonly #roots: readonly string[];
  readonly #disk: Disk;
  readonly #clock: () => number;
  #listings: Listings | undefined;
  #walks = 0;
  /** Whether the last walk found that folders may repeat. */
  #detectRepeats = false;
  /** The files of the last walk, and which of them it returned, in order. */
  #lastFiles: readonly FoundFile[] = [];
  #lastOrder: readonly number[] = [];

  /** @param clock the clock behind the files' times, in epoch milliseconds */
  constructor(roots: readonly string[], files: ScanFiles, clock: () => number) {
    this.#clock = clock;
    this.#roots = [...new Set(roots)].sort(byFolder);
    this.#disk = new Disk(files);
  }

  /**
   * Finds the transcripts below the roots that were modified at or after `oldestMtime` (epoch milliseconds). Follows links.
   * A file or folder with several names is returned once, under the name that sorts first.
   */
  async walk(oldestMtime: number, pacer: Pacer): Promise<WalkResult> {
    if (++this.#walks % WALKS_PER_LISTING === 0) this.#listings = new Listings(this.#clock);
    let walk = await this.#walk(oldestMtime, pacer);
    if (walk.mayRepeat && !this.#detectRepeats) {
      this.#detectRepeats = true;
      walk = await this.#walk(oldestMtime, pacer);
    }
    this.#detectRepeats = walk.mayRepeat;
    const files = walk.found;
    if (!areSameFiles(files, this.#lastFiles)) this.#lastOrder = uniqueInOrder(files);
    this.#lastFiles = files;
    return {
      found: this.#lastOrder.flatMap((index) => files[index] ?? []),
      readErrors: walk.readErrors,
    };
  }

  async #walk(oldestMtime: number, pacer: Pacer): Promise<Walk> {
    const listings = new Listings(this.#clock, this.#listings);
    const walk = new Walk(oldestMtime, this.#disk, listings, pacer, this.#detectRepeats);
    for (const root of this.#roots) await walk.visit(root);
    this.#listings = listings;
    return walk;
  }
}

function areSameFiles(some: readonly FoundFile[], others: readonly FoundFile[]): boolean {
  return (
    some.length === others.length &&
    some.every((a, index) => {
      const b = others[index];
      return b !== undefined && a.path === b.path && a.ino === b.ino && a.dev === b.dev;
    })
  );
}

/** The indexes of the files, sorted by path. Of a file with several names, only the first name is included. */
function uniqueInOrder(files: readonly FoundFile[]): number[] {
  const indexes = new Map<string, number>();
  const sorted = files.map((file, index) => ({ file, index }));
  for (const { file, index } of sorted.sort((a, b) => (a.file.path < b.file.path ? -1 : 1))) {
    const identity = `${file.dev}:${file.ino}`;
    if (!indexes.has(identity)) indexes.set(identity, index);
  }
  return [...indexes.values()];
}
