import { isDeepStrictEqual } from "node:util";
import { describeFailure, runtimeFailure } from "../failures/index.ts";
import type { Settings } from "../settings/index.ts";
import { progressLine } from "../text/progress.ts";
import type { PlaceScanner } from "../usage/index.ts";

/**
 * The transcripts, for one command. What was read is kept, so that nothing is read twice, whatever the command asks. What
 * reads them is loaded late: most commands do not need it.
 */
export class Transcripts {
  #known: { readonly roots: readonly string[]; readonly scanner: PlaceScanner } | undefined;

  async scanner({ transcriptRoots: roots }: Settings): Promise<PlaceScanner> {
    if (this.#known === undefined || !isDeepStrictEqual(this.#known.roots, roots)) {
      const { createPlaceScanner } = await import("../usage/index.ts");
      const scanner = createPlaceScanner({ roots, onProgress: progressLine(process.stderr) });
      this.#known = { roots, scanner };
    }
    return this.#known.scanner;
  }
}

/** Why this Node cannot read transcripts, as a clause; undefined if it can. */
export async function describeScanObstacle(): Promise<string | undefined> {
  const { findScanObstacle } = await import("../usage/index.ts");
  const obstacle = findScanObstacle();
  return obstacle && describeFailure(runtimeFailure(obstacle));
}
