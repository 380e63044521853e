import { DAY_MS } from "../base/durations.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** An instant in local time: `23:53` today, `Sun 20:10` in the coming week, otherwise `22 Nov`. */
export function clockTime(at: number, now: number): string {
  const then = new Date(at);
  const time = `${twoDigits(then.getHours())}:${twoDigits(then.getMinutes())}`;
  if (then.toDateString() === new Date(now).toDateString()) return time;
  if (at > now && at - now < 7 * DAY_MS) return `${WEEKDAYS[then.getDay()]} ${time}`;
  return `${then.getDate()} ${MONTHS[then.getMonth()]}`;
}

/** The calendar day of an instant in local time, `YYYY-MM-DD`. */
export function localDay(at: number): string {
  const then = new Date(at);
  return `${then.getFullYear()}-${twoDigits(then.getMonth() + 1)}-${twoDigits(then.getDate())}`;
}

/** A calendar day, `YYYY-MM-DD`, as `20 Nov`. */
export function dayName(day: string): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
