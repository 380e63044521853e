import { addDays, startOfDay, torontoDay } from "../../../src/base/calendar.ts";
import { DAY_MS } from "../../../src/base/durations.ts";
import type { Member } from "./cast.ts";

/** What a demo is made from: the same scene gives the same figures. */
export interface Scene {
  readonly seed: number;
  /** When the demo starts, in epoch milliseconds. */
  readonly now: number;
  /** How many days it goes back, today included. */
  readonly days: number;
  readonly cast: readonly Member[];
}

/** A member's first and last day. */
export function spanOf({ now, days }: Scene, { joined, left }: Member): { first: string; last: string } {
  const today = torontoDay(now);
  return {
    first: addDays(today, -Math.min(joined, days - 1)),
    last: addDays(today, -Math.min(left, days - 1)),
  };
}

export function daysBefore({ now }: Scene, day: string): number {
  return Math.round((Date.parse(torontoDay(now)) - Date.parse(day)) / DAY_MS);
}

export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

const WORK_BEGINS = 7 * 3_600_000;
const WORK_MS = 15 * 3_600_000;

const starts = new Map<string, number>();

/** The first instant of a day, worked out once: the limits of a year ask for the same days again and again. */
export function startOf(day: string): number {
  const start = starts.get(day) ?? startOfDay(day);
  starts.set(day, start);
  return start;
}

/** How much of a day's work is done at an instant: 0 to 1, most of it around the middle of the day. */
export function workDone(day: string, at: number): number {
  const part = Math.min(1, Math.max(0, (at - startOf(day) - WORK_BEGINS) / WORK_MS));
  return part * part * (3 - 2 * part);
}
