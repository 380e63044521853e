import { DAY_MS, HOUR_MS } from "./durations.ts";

const STANDARD_MS = -5 * HOUR_MS;
const MARCH = 2;
const NOVEMBER = 10;

const ISO_DAY = "YYYY-MM-DD".length;
/** The years with today's rule of daylight saving time that have four digits. */
const FIRST_YEAR = 2007;
const LAST_YEAR = 9999;

/**
 * The Toronto calendar day of an instant, `YYYY-MM-DD`, without `Intl`: its time zones take 8 MB of memory, and longer to
 * load than all the rest of a status line. By the rule since 2007: daylight saving time is from the second Sunday of March,
 * 2:00, to the first Sunday of November, 2:00. Undefined before 2007 and after 9999.
 */
export function quickTorontoDay(epochMilliseconds: number): string | undefined {
  const local = epochMilliseconds + STANDARD_MS;
  const year = new Date(local).getUTCFullYear();
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return undefined;
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
