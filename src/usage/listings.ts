import type { ScanFiles } from "./files.ts";
import { type Entry, listFolder } from "./names.ts";

interface Listing {
  readonly names: readonly string[];
  readonly paths: readonly string[];
}

/** What folders hold, under full paths; those of a folder whose names did not change are not made anew. */
export class Listings {
  readonly #known: ReadonlyMap<string, Listing>;
  readonly #listed = new Map<string, Listing>();

  /** With what the last walk listed, where there was one. */
  constructor(last?: Listings) {
    this.#known = last === undefined ? new Map() : last.#listed;
  }

  /** What a folder holds. Throws the system's error. */
  list(folder: string, files: ScanFiles): { entries: readonly Entry[]; paths: readonly string[] } {
    const entries = listFolder(folder, files);
    const known = this.#known.get(folder);
    const listing =
      known !== undefined && areNames(entries, known.names)
        ? known
        : {
            names: entries.map(({ name }) => name),
            paths: entries.map(({ name }) => `${folder}/${name}`),
          };
    this.#listed.set(folder, listing);
    return { entries, paths: listing.paths };
  }
}

function areNames(entries: readonly Entry[], names: readonly string[]): boolean {
  return entries.length === names.length && entries.every(({ name }, index) => name === names[index]);
}
