import { addDays, torontoDay } from "../../base/calendar.ts";
import { DAY_MS, HOUR_MS } from "../../base/durations.ts";
import { type DayRecord, type Days, larger, type Models, RETENTION_DAYS } from "../../contract/index.ts";
import { isEmpty, withModels } from "./days.ts";
import type { State } from "./state.ts";

/*
 * A clock that was wrong must not freeze half a day or prune history for good (rules CLOCK-1 to CLOCK-3). A record of a day
 * can only have seen too little of it, whatever the clock said when it was made; so days that had to go while the
 * clock was in doubt are set aside, and come back by the rule that the larger record stays.
 */

/** A beat that comes this long after the last one first keeps a copy of the state. */
export const JUMP_FORWARD_MS = 7 * DAY_MS;
/** A beat that comes this long before the last one takes back what the wrong clock did. */
export const JUMP_BACK_MS = HOUR_MS;
/**
 * What is set aside reaches this many days back from the newest day with usage, which no clock moves: over the
 * retention by as much as a step may be long that keeps no copy.
 */
const SET_ASIDE_DAYS = RETENTION_DAYS + JUMP_FORWARD_MS / DAY_MS;

export type ClockStep = "usual" | "doubtful" | "forward" | "back";

/** How the clock moved since the last beat: `doubtful` is over an hour later, which a sleep is too. */
export function clockStep(state: State, now: number): ClockStep {
  if (state.lastBeat === null) return "usual";
  const step = now - Date.parse(state.lastBeat.at);
  if (step < -JUMP_BACK_MS) return "back";
  if (step > JUMP_FORWARD_MS) return "forward";
  return step > HOUR_MS ? "doubtful" : "usual";
}

/**
 * After a step back: reopens the records frozen in what is now the future, drops the days after today and takes
 * back the frozen days that only `copy`, kept before the jump, has. Nothing else is replaced.
 */
export function stepBack(state: State, copy: State | undefined, now: number): State {
  const today = torontoDay(now);
  const days: Days = {};
  const setAside = { ...copy?.setAside, ...state.setAside };
  for (const [day, record] of Object.entries(state.days)) {
    if (record.state === "frozen" && (day > today || isFrozenAfter(record, now))) {
      keep(setAside, day, record.models);
    }
    if (day <= today) days[day] = reopenedAfter(record, now);
  }
  for (const [day, record] of Object.entries(copy?.days ?? {})) {
    if (record.state !== "frozen") continue;
    if (day > today) keep(setAside, day, record.models);
    else days[day] ??= reopenedAfter(record, now);
  }
  return withSetAside({ ...state, days }, setAside);
}

/** Gives the days that were set aside back to the records, as far as they lie before yesterday again. */
export function takeBack(state: State, now: number): State {
  if (state.setAside === undefined) return state;
  const today = torontoDay(now);
  const beforeYesterday = addDays(today, -2);
  const oldestKept = addDays(today, -RETENTION_DAYS);
  const days = { ...state.days };
  const setAside: Record<string, Models> = {};
  for (const [day, models] of Object.entries(state.setAside)) {
    if (day >= oldestKept && day <= beforeYesterday) {
      const record = days[day] ?? { state: "open", models: {} };
      days[day] = withModels(record, larger(record.models, models));
    } else {
      setAside[day] = models;
    }
  }
  return withSetAside({ ...state, days }, setAside);
}

/** Sets aside what a beat pruned while the clock was in doubt. */
export function setAsidePruned(state: State, pruned: Record<string, Models>): State {
  const setAside = { ...state.setAside };
  for (const [day, models] of Object.entries(pruned)) keep(setAside, day, models);
  return withSetAside(state, setAside);
}

function isFrozenAfter(record: DayRecord, now: number): boolean {
  return record.state === "frozen" && Date.parse(record.frozenAt ?? "") > now;
}

function reopenedAfter(record: DayRecord, now: number): DayRecord {
  return isFrozenAfter(record, now) ? { state: "open", models: record.models } : record;
}

function keep(setAside: Record<string, Models>, day: string, models: Models): void {
  const best = larger(setAside[day] ?? {}, models);
  if (!isEmpty(best)) setAside[day] = best;
}

function withSetAside(state: State, setAside: Record<string, Models>): State {
  const used = Object.keys(state.days).filter((day) => !isEmpty(state.days[day]?.models ?? {}));
  const newest = [...used, ...Object.keys(setAside)].sort().at(-1);
  const kept = Object.entries(setAside).filter(
    ([day]) => newest !== undefined && day >= addDays(newest, -SET_ASIDE_DAYS),
  );
  const next: State = { ...state, setAside: Object.fromEntries(kept) };
  if (kept.length === 0) delete next.setAside;
  return next;
}
