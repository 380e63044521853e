import { vendor } from "#vendor";
import { addDays, startOfDay, torontoDay } from "../../base/calendar.ts";
import { plural } from "../../base/words.ts";
import type { Days } from "../../contract/index.ts";
import { type Check, ok, shellWord, warning } from "./check.ts";
import { hasNoRoot, type TranscriptFacts } from "./transcripts.ts";

const ID = "frozen";

/**
 * The days that are frozen, and whether they may be so because no transcript was found in time.
 * @param dir the state's. @param now epoch milliseconds.
 */
export function judgeFrozen(days: Days, transcripts: TranscriptFacts, dir: string, now: number): Check {
  const today = torontoDay(now);
  const frozen = Object.entries(days)
    .filter(([day, { state }]) => state === "frozen" && day <= today)
    .map(([day, { models }]) => ({ day, isUsed: Object.keys(models).length > 0 }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const used = frozen.filter(({ isUsed }) => isUsed);
  if (used[0] !== undefined) {
    return ok(ID, `frozen days since ${used[0].day}: ${plural(used.length, "day")} with usage`);
  }
  const [first, last] = [frozen[0]?.day, frozen.at(-1)?.day];
  if (first === undefined || last === undefined) return ok(ID, "no day with usage is frozen yet");
  const message = `${plural(frozen.length, "day")} frozen as empty`;
  if (hasNoRoot(transcripts)) {
    return warning(
      ID,
      `${message}, and no transcripts folder is there`,
      `see to the transcripts first; ${countAnew(dir)}`,
    );
  }
  const [start, end] = [startOfDay(first), startOfDay(addDays(last, 1))];
  const late = transcripts.writtenAt.filter((at) => at >= start && at < end).length;
  if (late === 0) return ok(ID, "no day with usage is frozen yet");
  const found = `${plural(late, "transcript")} of those days ${late === 1 ? "is" : "are"} there now`;
  return warning(ID, `${message}, and ${found}`, countAnew(dir));
}

/** A frozen day is never counted again; a new state counts all that is on disk. */
function countAnew(dir: string): string {
  return (
    `to count those days, stop the service, move state.json and state.json.prev out of ${shellWord(dir)} ` +
    `(machine-id stays), then ${vendor.program} beat, and start the service again`
  );
}
