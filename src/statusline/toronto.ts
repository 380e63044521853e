import { DAY_MS, HOUR_MS } from "../base/durations.ts";

const ISO_DAY = "YYYY-MM-DD".length;
const STANDARD_MS = -5 * HOUR_MS;
const MARCH = 2;
const NOVEMBER = 10;

/**
 * The Toronto calendar day of an instant, as `torontoDay` of base/calendar.ts has it, without `Intl`: to load its time
 * zones takes longer than all the rest of a status line. For the rule of daylight saving time since 2007: from the second
 * Sunday of March, 2:00, to the first Sunday of November, 2:00.
 */
export function quickTorontoDay(epochMilliseconds: number): string {
  const local = epochMilliseconds + STANDARD_MS;
  const year = new Date(local).getUTCFullYear();
  const start = firstSunday(year, MARCH) + 7 * DAY_MS + 2 * HOUR_MS;
  // 2:00 in daylight saving time is 1:00 in standard time.
  const end = firstSunday(year, NOVEMBER) + HOUR_MS;
  const isSummer = local >= start && local < end;
  return new Date(local + (isSummer ? HOUR_MS : 0)).toISOString().slice(0, ISO_DAY);
}

/** Midnight of the first Sunday of a month, counted in UTC. */
function firstSunday(year: number, month: number): number {
  const first = new Date(Date.UTC(year, month, 1));
  return first.getTime() + ((7 - first.getUTCDay()) % 7) * DAY_MS;
}
