import type { Disk } from "../disk.ts";
import type { ScanFiles } from "../files.ts";
import type { PlaceSum } from "./detail.ts";
import type { Places } from "./places.ts";
import type { PlacedUse, PlaceKey } from "./types.ts";

/** Names the places of sums, as far as they were asked for. */
export function placedUses(
  sums: readonly PlaceSum[],
  places: Places,
  by: ReadonlySet<PlaceKey>,
  disk: Disk,
  files: ScanFiles,
): PlacedUse[] {
  const projects = by.has("project")
    ? places.projectNames(new Set(sums.map(({ folder }) => folder)), disk, files)
    : new Map<number, string>();
  return sums.map(({ session: id, folder, ...use }) => {
    const session = by.has("session") ? places.sessionName(id) : undefined;
    const project = projects.get(folder);
    return {
      ...use,
      ...(session !== undefined && { session }),
      ...(project !== undefined && { project }),
    };
  });
}
