import type { Random } from "../corpus/random.ts";
import { RECORDED_USE } from "./recorded.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The length of a step of generated use. */
export const STEP_MS = 5 * MINUTE_MS;

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How busy the user is in each step of a window; only the proportions count. */
export type Habit = (span: Span, random: Random) => number[];

const steady: Habit = (span) => stepsOf(span).map(() => 1);

/** Busy for about 20 minutes, then away for about an hour; in a week, busy for hours, then away for hours. */
const bursty: Habit = (span, random) => {
  const scale = (span.end - span.start) / (5 * HOUR_MS) > 2 ? 6 : 1;
  const [busyMs, awayMs] = [20 * MINUTE_MS * scale, HOUR_MS * scale];
  let isBusy = random.chance(busyMs / (busyMs + awayMs));
  let intensity = random.next();
  return stepsOf(span).map(() => {
    if (random.chance(STEP_MS / (isBusy ? busyMs : awayMs))) {
      isBusy = !isBusy;
      intensity = 0.2 + random.next();
    }
    return isBusy ? intensity : 0;
  });
};

/** From 9 to 5 on work days, with a lunch, each day as busy as it happens to be. */
const office: Habit = (span, random) => {
  const days = daysOf(span, random, 0.3);
  return stepsOf(span).map((at) => {
    const hour = (at % DAY_MS) / HOUR_MS;
    const isAtWork = isWorkDay(at) && hour >= 9 && hour < 17 && !(hour >= 12 && hour < 13);
    return isAtWork ? days(at) * (0.5 + random.next()) : 0;
  });
};

/** A little in the evenings, and most of it on Saturday and Sunday. */
const weekend: Habit = (span, random) => {
  const days = daysOf(span, random, 0.5);
  return stepsOf(span).map((at) => {
    const hour = (at % DAY_MS) / HOUR_MS;
    if (isWorkDay(at)) return hour >= 20 && hour < 22 ? 0.3 * days(at) : 0;
    return hour >= 10 && hour < 23 ? days(at) : 0;
  });
};

/** Busy at first, then idle. */
const idle: Habit = (span, random) => {
  const until = span.start + (span.end - span.start) * (0.05 + 0.3 * random.next());
  return stepsOf(span).map((at) => (at < until ? 1 : 0));
};

/** As in one of the recorded windows. In a week, as busy as that at the start of each day. */
const recorded: Habit = (span, random) => {
  const use = random.pick(RECORDED_USE);
  const perDay = DAY_MS / STEP_MS;
  return stepsOf(span).map((_, index) => use[index % perDay] ?? 0);
};

export const HABITS = { steady, bursty, office, weekend, idle, recorded } as const;

function stepsOf({ start, end }: Span): number[] {
  return Array.from({ length: Math.ceil((end - start) / STEP_MS) }, (_, index) => start + index * STEP_MS);
}

/** How busy each day is: between `least` and 1. */
function daysOf({ start, end }: Span, random: Random, least: number): (at: number) => number {
  const count = Math.ceil((end - start) / DAY_MS) + 1;
  const days = Array.from({ length: count }, () => least + (1 - least) * random.next());
  const first = Math.floor(start / DAY_MS);
  return (at) => days[Math.floor(at / DAY_MS) - first] ?? least;
}

function isWorkDay(at: number): boolean {
  const day = new Date(at).getUTCDay();
  return day >= 1 && day <= 5;
}
