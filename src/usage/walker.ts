import type { Pacer } from "../base/pacer.ts";
import type { ScanFiles } from "./files.ts";
import { Listings } from "./listings.ts";
import { byFolder, type Found, Walk } from "./walk.ts";

export interface Walked {
  /** In the order of their full paths, by code unit; no file twice. */
  readonly found: readonly Found[];
  readonly readErrors: number;
}

/** Finds transcripts, again and again: what it keeps of one walk only makes the next one faster. */
export class Walker {
  readonly #roots: readonly string[];
  readonly #files: ScanFiles;
  #listings = new Listings();
  /** Whether the last walk met what may be met twice. */
  #tellsApart = false;
  /** What the last walk met, and which of it, in which order, it gave. */
  #met: readonly Found[] = [];
  #places: readonly number[] = [];

  constructor(roots: readonly string[], files: ScanFiles) {
    this.#roots = [...new Set(roots)].sort(byFolder);
    this.#files = files;
  }

  /**
   * Finds the transcripts below the roots that were written at or after `oldestMtime` (epoch milliseconds). Links are
   * followed; a folder or file met again under another name is passed over, the lesser path winning.
   */
  async walk(oldestMtime: number, pacer: Pacer): Promise<Walked> {
    let walk = await this.#walk(oldestMtime, pacer);
    if (walk.mayMeetAgain && !this.#tellsApart) {
      this.#tellsApart = true;
      walk = await this.#walk(oldestMtime, pacer);
    }
    this.#tellsApart = walk.mayMeetAgain;
    const met = walk.found;
    if (!areSameFiles(met, this.#met)) this.#places = onceEach(met);
    this.#met = met;
    return { found: this.#places.flatMap((place) => met[place] ?? []), readErrors: walk.readErrors };
  }

  async #walk(oldestMtime: number, pacer: Pacer): Promise<Walk> {
    const listings = new Listings(this.#listings);
    const walk = new Walk(oldestMtime, this.#files, listings, pacer, this.#tellsApart);
    for (const root of this.#roots) await walk.visit(root, true);
    this.#listings = listings;
    return walk;
  }
}

function areSameFiles(some: readonly Found[], others: readonly Found[]): boolean {
  return (
    some.length === others.length &&
    some.every((a, index) => {
      const b = others[index];
      return b !== undefined && a.path === b.path && a.ino === b.ino && a.dev === b.dev;
    })
  );
}

/** The places of the files in the order of their paths; of several names of one file the first. */
function onceEach(met: readonly Found[]): number[] {
  const places = new Map<string, number>();
  const byPath = met.map((file, place) => ({ file, place }));
  for (const { file, place } of byPath.sort((a, b) => (a.file.path < b.file.path ? -1 : 1))) {
    const identity = `${file.dev}:${file.ino}`;
    if (!places.has(identity)) places.set(identity, place);
  }
  return [...places.values()];
}
