import type { Disk, Entry } from "./disk.ts";

export interface Listing {
  readonly entries: readonly Entry[];
  /** The full path of each entry. */
  readonly paths: readonly string[];
}

interface CachedPaths {
  readonly names: readonly string[];
  readonly paths: readonly string[];
}

/** The contents of folders. Full paths are built again only for a folder whose names changed since the last walk. */
export class Listings {
  readonly #last: ReadonlyMap<string, CachedPaths>;
  readonly #current = new Map<string, CachedPaths>();

  /** @param last the listings of the last walk */
  constructor(last?: Listings) {
    this.#last = last === undefined ? new Map() : last.#current;
  }

  /** Lists a folder. Throws the system's error. */
  list(folder: string, disk: Disk): Listing {
    const entries = disk.list(folder);
    const last = this.#last.get(folder);
    const current =
      last !== undefined && haveNames(entries, last.names)
        ? last
        : {
            names: entries.map(({ name }) => name),
            paths: entries.map(({ name }) => `${folder}/${name}`),
          };
    this.#current.set(folder, current);
    return { entries, paths: current.paths };
  }
}

function haveNames(entries: readonly Entry[], names: readonly string[]): boolean {
  return entries.length === names.length && entries.every(({ name }, index) => name === names[index]);
}
