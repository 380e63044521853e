import { torontoDay } from "../../../base/calendar.ts";
import { plural } from "../../../base/words.ts";
import { recordSince, type State } from "../../../state/index.ts";
import { type Check, ok } from "../check.ts";
import type { StateFacts } from "./facts.ts";

const ID = "frozen";

/** Since when there is a record, and how many of its days are final. @param now epoch milliseconds */
export function judgeFinalDays({ state }: Pick<StateFacts, "state">, now: number): Check[] {
  return state.status === "ok" ? [ok(ID, describe(state.state, now))] : [];
}

function describe(state: State, now: number): string {
  const today = torontoDay(now);
  const since = recordSince(state);
  if (since === undefined || since > today) return "no usage was found yet, so the record has not begun";
  const final = Object.entries(state.days).filter(
    ([day, record]) => record.state === "frozen" && day <= today,
  );
  const used = final.filter(([, { models }]) => Object.keys(models).length > 0);
  const days =
    final.length === 0
      ? "no final day yet"
      : `${plural(final.length, "final day")}, ${used.length} with usage`;
  return `the record begins on ${since}: ${days}`;
}
