import { torontoDay } from "../../base/calendar.ts";
import { groupsOf } from "../../report/index.ts";
import type { Settings } from "../../settings/index.ts";

/** Larger transcripts would take too long to read for a screen that should appear at once. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The project that cost the most today, read from the transcripts; null if there is none, or if they are too large to read
 * at once. Never rejects: the screen does without it.
 */
export async function topProject({ transcriptRoots: roots }: Settings, now: number): Promise<string | null> {
  const { findScanObstacle, scanDetail, UNKNOWN_PROJECT } = await import("../../usage/index.ts");
  if (findScanObstacle() !== undefined) return null;
  const today = torontoDay(now);
  const scan = await scanDetail({ roots, now, since: today, maxBytes: MAX_BYTES });
  if (scan.status !== "ok") return null;
  const [top] = groupsOf(scan.uses, ["project"]);
  return top === undefined || top.value === UNKNOWN_PROJECT ? null : top.value;
}

/** `topProject` that reads the transcripts again only after a refresh. @param beatAt the time of the last beat */
export function rememberedProject(): (beatAt: string | undefined) => typeof topProject {
  let known: { readonly beatAt: string | undefined; readonly project: string | null } | undefined;
  return (beatAt) => async (settings, now) => {
    if (known === undefined || known.beatAt !== beatAt) {
      known = { beatAt, project: await topProject(settings, now) };
    }
    return known.project;
  };
}
