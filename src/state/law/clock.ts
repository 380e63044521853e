import { addDays, torontoDay } from "../../base/calendar.ts";
import { DAY_MS, HOUR_MS } from "../../base/durations.ts";
import { type DayRecord, type Days, larger, type Models, RETENTION_DAYS } from "../../contract/index.ts";
import { isEmpty, withModels } from "./days.ts";
import { oldestOf } from "./record.ts";
import type { State } from "./state.ts";

/*
 * A clock that was wrong must not freeze half a day or prune history for good (rules CLOCK-1 to CLOCK-3). Whatever the clock
 * said, a record can only have missed usage, never counted too much. So days that are dropped while the clock is in doubt
 * are set aside, and return by the rule that the larger record stays.
 */

const JUMP_FORWARD_MS = 7 * DAY_MS;
const JUMP_BACK_MS = HOUR_MS;
/**
 * Of the days with usage, stored or set aside, those among the newest so many stay set aside: the retention, and the
 * longest jump for which no copy is kept. They are counted, because a wrong clock also moves the dates of new usage.
 */
const MAX_USED_DAYS = RETENTION_DAYS + JUMP_FORWARD_MS / DAY_MS;

/**
 * How the clock moved since the last beat. `back` and `forward`: over an hour back, over 7 days ahead. `doubtful`: over an
 * hour ahead, which a sleep can be too.
 */
export type ClockStep = "usual" | "doubtful" | "forward" | "back";

/** @param now epoch milliseconds */
export function clockStep({ lastBeat }: State, now: number): ClockStep {
  if (lastBeat === null) return "usual";
  const step = now - Date.parse(lastBeat.at);
  if (step < -JUMP_BACK_MS) return "back";
  if (step > JUMP_FORWARD_MS) return "forward";
  return step > HOUR_MS ? "doubtful" : "usual";
}

/** The state with its days settled, before a scan. @param copy the state kept before a jump ahead, after a step back */
export function settleDays(state: State, clock: ClockStep, copy: State | undefined, now: number): State {
  return restoreSetAside(clock === "back" ? stepBack(state, copy, now) : state, now);
}

/**
 * Sets aside the days that only the copy has, before another jump ahead replaces it: the clock may have been wrong since.
 * Returns the same state if there are none.
 */
export function takeOver(state: State, copy: State): State {
  const frozen = Object.entries(copy.days).filter(([, record]) => record.state === "frozen");
  const kept = { ...copy.setAside, ...Object.fromEntries(frozen.map(([day, { models }]) => [day, models])) };
  const missing = Object.entries(kept).filter(
    ([day, models]) =>
      state.days[day] === undefined && state.setAside?.[day] === undefined && !isEmpty(models),
  );
  if (missing.length === 0) return state;
  return withSetAside(state, { ...Object.fromEntries(missing), ...state.setAside });
}

/** Sets aside the days that a beat pruned while the clock was in doubt. */
export function setAsidePruned(state: State, pruned: Record<string, Models>): State {
  const setAside = { ...state.setAside };
  for (const [day, models] of Object.entries(pruned)) keepLarger(setAside, day, models);
  return withSetAside(state, setAside);
}

/**
 * Reopens records frozen in what is now the future, drops days after today, and restores frozen days that only the copy has.
 * Nothing else is replaced.
 */
function stepBack(state: State, copy: State | undefined, now: number): State {
  const today = torontoDay(now);
  const days: Days = {};
  const setAside = { ...copy?.setAside, ...state.setAside };
  for (const [day, record] of Object.entries(state.days)) {
    if (record.state === "frozen" && (day > today || isFrozenAfter(record, now))) {
      keepLarger(setAside, day, record.models);
    }
    if (day <= today) days[day] = reopenedAfter(record, now);
  }
  for (const [day, record] of Object.entries(copy?.days ?? {})) {
    if (record.state !== "frozen") continue;
    if (day > today) keepLarger(setAside, day, record.models);
    else days[day] ??= reopenedAfter(record, now);
  }
  const recordSince = oldestOf(state.recordSince, copy?.recordSince);
  return withSetAside({ ...state, days, ...(recordSince !== undefined && { recordSince }) }, setAside);
}

/** Returns days that were set aside to the record, if they are before yesterday again. */
function restoreSetAside(state: State, now: number): State {
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

function isFrozenAfter(record: DayRecord, now: number): boolean {
  return record.state === "frozen" && Date.parse(record.frozenAt ?? "") > now;
}

function reopenedAfter(record: DayRecord, now: number): DayRecord {
  return isFrozenAfter(record, now) ? { state: "open", models: record.models } : record;
}

/** Adds a day to those set aside, or the larger of two records of it. */
function keepLarger(setAside: Record<string, Models>, day: string, models: Models): void {
  const best = larger(setAside[day] ?? {}, models);
  if (!isEmpty(best)) setAside[day] = best;
}

function withSetAside(state: State, setAside: Record<string, Models>): State {
  const used = Object.keys(state.days).filter((day) => !isEmpty(state.days[day]?.models ?? {}));
  const newest = [...new Set([...used, ...Object.keys(setAside)])].sort().slice(-MAX_USED_DAYS);
  const kept = Object.entries(setAside).filter(([day]) => newest.includes(day));
  const next: State = { ...state, setAside: Object.fromEntries(kept) };
  if (kept.length === 0) delete next.setAside;
  return next;
}
