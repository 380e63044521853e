import { addDays, daysFrom, torontoDay } from "../../../src/base/calendar.ts";
import { HOUR_MS } from "../../../src/base/durations.ts";
import type { Item } from "../../../src/contract/index.ts";
import { between } from "./random.ts";
import { daysBefore, isWeekend, type Scene, startOf, workDone } from "./scene.ts";

/** What an account uses of its limits in a usual week, and the weekday on which its week ends: 0 is Sunday. */
interface Plan {
  readonly pressure: number;
  readonly weekday: number;
}

const PLANS: Readonly<Record<string, Plan>> = {
  platform: { pressure: 1.1, weekday: 2 },
  research: { pressure: 0.85, weekday: 4 },
  mobile: { pressure: 0.55, weekday: 1 },
};
const USUAL: Plan = { pressure: 0.8, weekday: 3 };
const planOf = (account: string): Plan => PLANS[account] ?? USUAL;

/** When sessions begin, in hours of the day. */
const SESSIONS = [8, 13, 18] as const;
const SESSION_MS = 5 * HOUR_MS;
/** The hour at which weeks end. */
const WEEK_ENDS = 10 * HOUR_MS;

/** The limits of an account as its vendor has them at an instant. */
export function limitsAt(scene: Scene, account: string, at: number): Item[] {
  const week = weekOf(account, at);
  const used = weekUsed(scene, account, week, at);
  const weekly = { group: "weekly", resetsAt: new Date(week.end).toISOString() };
  return [
    sessionAt(scene, account, at),
    { kind: "weekly_all", ...weekly, ...percentOf(used), model: null },
    { kind: "weekly_scoped", ...weekly, ...percentOf(used * 0.72), model: "Opus" },
  ];
}

function percentOf(part: number): { percent: number; severity: string } {
  const percent = Math.min(100, Math.round(part * 100));
  return { percent, severity: percent >= 80 ? "warning" : "normal" };
}

/** Outside working hours no session runs. */
function sessionAt(scene: Scene, account: string, at: number): Item {
  const day = torontoDay(at);
  const starts = SESSIONS.map((hour) => startOf(day) + hour * HOUR_MS);
  const start = starts.findLast((each) => each <= at && at < each + SESSION_MS);
  const item = { kind: "session", group: "session", model: null };
  if (start === undefined) return { ...item, percent: 0, severity: "normal", resetsAt: null };
  const rest = isWeekend(day) ? 0.2 : 1;
  const peak = between(0.3, 1.1, scene.seed, account, start) * growthOn(scene, day) * rest;
  const part = peak * Math.sqrt(planOf(account).pressure) * ((at - start) / SESSION_MS);
  return { ...item, ...percentOf(part), resetsAt: new Date(start + SESSION_MS).toISOString() };
}

interface Week {
  readonly start: number;
  readonly end: number;
}

function weekOf(account: string, at: number): Week {
  const { weekday } = planOf(account);
  const today = torontoDay(at);
  const ends = daysFrom(today, addDays(today, 7)).filter((day) => new Date(day).getUTCDay() === weekday);
  const last = ends.find((day) => endOn(day) > at) ?? today;
  return { start: endOn(addDays(last, -7)), end: endOn(last) };
}

const endOn = (day: string): number => startOf(day) + WEEK_ENDS;

/** Grows with the work of each day since the week began, so that weekends are flat. */
function weekUsed(scene: Scene, account: string, { start, end }: Week, at: number): number {
  const first = torontoDay(start);
  const days = daysFrom(first, torontoDay(end)).map((day) => ({
    day,
    weight: (isWeekend(day) ? 0.12 : 1) * between(0.6, 1.4, scene.seed, account, day),
  }));
  const doneUntil = (instant: number) =>
    days.reduce((sum, { day, weight }) => sum + weight * workDone(day, instant), 0);
  const begun = doneUntil(start);
  const part = (doneUntil(at) - begun) / (doneUntil(end) - begun);
  const peak = planOf(account).pressure * between(0.75, 1.2, scene.seed, account, first);
  return part * peak * growthOn(scene, first);
}

const growthOn = (scene: Scene, day: string): number => 1 - (0.5 * daysBefore(scene, day)) / 365;
