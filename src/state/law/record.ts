import type { Days, Models } from "../../contract/index.ts";
import type { State } from "./state.ts";

/*
 * The record begins with the oldest day on which usage was found, at the latest today (rules DAYS-12 to DAYS-14). A scan
 * that finds nothing before then proves nothing: the transcripts may be elsewhere.
 */

/** The oldest of some days; `undefined` if there is none. */
export function oldestOf(...days: readonly (string | undefined)[]): string | undefined {
  return days.filter((day) => day !== undefined).sort()[0];
}

/** The oldest of these days with usage; `undefined` if there is none. */
export function oldestUsed(days: Readonly<Record<string, { readonly models: Models }>>): string | undefined {
  return oldestOf(...Object.keys(days).filter((day) => Object.keys(days[day]?.models ?? {}).length > 0));
}

/** The oldest day on which usage was found; `undefined` if none was. An earlier version's state has no `recordSince`. */
export function recordSince({
  days,
  recordSince: since,
}: Pick<State, "days" | "recordSince">): string | undefined {
  return oldestOf(since, oldestUsed(days));
}

/** The state without days frozen before the record begins: earlier versions froze days that they knew nothing about. */
export function withoutUnrecorded(state: State): State {
  const since = recordSince(state);
  const recorded = Object.entries(state.days).filter(
    ([day, record]) => record.state === "open" || (since !== undefined && day >= since),
  );
  const days: Days = Object.fromEntries(recorded);
  return { ...state, days };
}
