import { torontoDay } from "../../base/calendar.ts";
import { groupsOf, UNKNOWN } from "../../report/index.ts";
import type { Settings } from "../../settings/index.ts";
import { describeScanObstacle, Transcripts } from "../transcripts.ts";

/** Larger transcripts would take too long to read for a screen that should appear at once. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The project that cost the most today, read from the transcripts; null if there is none, or if they are too large to read
 * at once. Never rejects: the screen does without it.
 */
export async function topProject(
  settings: Settings,
  now: number,
  transcripts: Transcripts = new Transcripts(),
): Promise<string | null> {
  if ((await describeScanObstacle()) !== undefined) return null;
  const scanner = await transcripts.scanner(settings);
  const range = { now, since: torontoDay(now), maxBytes: MAX_BYTES };
  const scan = await scanner.detail({ ...range, by: ["project"] });
  if (scan.status !== "ok") return null;
  const [top] = groupsOf(scan.uses, ["project"]);
  return top === undefined || top.value === UNKNOWN ? null : top.value;
}

/**
 * `topProject` that reads the transcripts again only after a refresh.
 * @param beatAt the time of the last beat. Before the first, the figures need the transcripts each time, and nothing is remembered
 */
export function rememberedProject(
  transcripts: Transcripts,
): (beatAt: string | undefined) => typeof topProject {
  let known: { readonly beatAt: string; readonly project: string | null } | undefined;
  return (beatAt) => async (settings, now) => {
    if (beatAt === undefined) return topProject(settings, now, transcripts);
    if (known === undefined || known.beatAt !== beatAt) {
      known = { beatAt, project: await topProject(settings, now) };
    }
    return known.project;
  };
}
