import { vendor } from "#vendor";
import { addDays, startOfDay, torontoDay } from "../../../base/calendar.ts";
import { plural } from "../../../base/words.ts";
import type { Days } from "../../../contract/index.ts";
import { type Check, ok, warning } from "../check.ts";
import { shellWord } from "../fixes.ts";
import { hasNoRoot, type TranscriptFacts } from "../transcripts.ts";
import type { StateFacts } from "./facts.ts";

const ID = "frozen";

/**
 * The frozen days. Warns if all of them are empty and that may be because no transcript was found in time.
 * @param now epoch milliseconds
 */
export function judgeFinalDays(
  { state, dir }: Pick<StateFacts, "state" | "dir">,
  transcripts: TranscriptFacts,
  now: number,
): Check[] {
  return state.status === "ok" ? [judgeDays(state.state.days, transcripts, dir, now)] : [];
}

function judgeDays(days: Days, transcripts: TranscriptFacts, dir: string, now: number): Check {
  const today = torontoDay(now);
  const frozen = Object.entries(days)
    .filter(([day, { state }]) => state === "frozen" && day <= today)
    .map(([day, { models }]) => ({ day, isUsed: Object.keys(models).length > 0 }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const used = frozen.filter(({ isUsed }) => isUsed);
  if (used[0] !== undefined) {
    return ok(ID, `${plural(used.length, "final day")} with usage since ${used[0].day}`);
  }
  const [first, last] = [frozen[0]?.day, frozen.at(-1)?.day];
  if (first === undefined || last === undefined) return ok(ID, "no day with usage is final yet");
  const message = `${plural(frozen.length, "final day")} recorded without usage`;
  if (hasNoRoot(transcripts)) {
    return warning(
      ID,
      `${message}, and there is no transcripts folder`,
      `fix the transcripts folder first; ${countAgain(dir)}`,
    );
  }
  const [start, end] = [startOfDay(first), startOfDay(addDays(last, 1))];
  const late = transcripts.writtenAt.filter((at) => at >= start && at < end).length;
  if (late === 0) return ok(ID, "no day with usage is final yet");
  const found = `${plural(late, "transcript")} from those days ${late === 1 ? "exists" : "exist"} now`;
  return warning(ID, `${message}, but ${found}`, countAgain(dir));
}

/** A frozen day is never counted again, but a new state counts everything on disk. */
function countAgain(dir: string): string {
  return (
    `to count those days again, stop the service, move state.json and state.json.prev out of ${shellWord(dir)} ` +
    `(leave machine-id), run ${vendor.program} beat, and start the service`
  );
}
