import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/durations.ts";

const ABOUT_MS = 10 * MINUTE_MS;

/** A length of time in its two largest units: `2 h 10 min`. A negative one counts as positive. */
export function duration(milliseconds: number): string {
  const length = Math.abs(milliseconds);
  if (length < MINUTE_MS) return "under a minute";
  const [days, hours, minutes] = [
    Math.floor(length / DAY_MS),
    Math.floor((length % DAY_MS) / HOUR_MS),
    Math.floor((length % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return `${minutes} min`;
}

/** `in 2 h 10 min`, `10 min ago` or `just now`. */
export function fromNow(at: number, now: number): string {
  if (at <= now && now - at < MINUTE_MS) return "just now";
  return at > now ? `in ${duration(at - now)}` : `${duration(now - at)} ago`;
}

/** An instant in local time: `11:15` today, `Tue 24 Nov, 11:15` this year, otherwise `19 Jan 2027, 12:00`. */
export function localTime(at: number, now: number, timeZone?: string): string {
  const [then, today] = [partsOf(at, timeZone), partsOf(now, timeZone)];
  const time = `${then.hour}:${then.minute}`;
  if (then.year !== today.year) return `${then.day} ${then.month} ${then.year}, ${time}`;
  if (then.month === today.month && then.day === today.day) return time;
  return `${then.weekday} ${then.day} ${then.month}, ${time}`;
}

/** As `localTime`, but `Tue 15:33` in the coming week. Shorter, for use beside the time left. */
export function shortTime(at: number, now: number, timeZone?: string): string {
  const whole = localTime(at, now, timeZone);
  const isToday = !whole.includes(" ");
  if (isToday || at < now || at - now >= 7 * DAY_MS) return whole;
  const { weekday, hour, minute } = partsOf(at, timeZone);
  return `${weekday} ${hour}:${minute}`;
}

/** An estimate of an instant is not told to the minute. In epoch milliseconds. */
export function toTenMinutes(at: number): number {
  return Math.round(at / ABOUT_MS) * ABOUT_MS;
}

/** A time that is an estimate, to ten minutes: `about 20:10` today, otherwise `Sun 22 Nov about 20:10`. */
export function aboutTime(at: number, now: number, timeZone?: string): string {
  const text = localTime(toTenMinutes(at), now, timeZone);
  return text.includes(", ") ? text.replace(", ", " about ") : `about ${text}`;
}

/** An instant in local time with its date: `Fri 20 Nov 2026, 11:33`. */
export function wholeTime(at: number, timeZone?: string): string {
  const { weekday, day, month, year, hour, minute } = partsOf(at, timeZone);
  return `${weekday} ${day} ${month} ${year}, ${hour}:${minute}`;
}

/** How every screen names a time zone: `America/Toronto time`. @param timeZone that of this machine unless given */
export function zoneWords(timeZone?: string): string {
  return `${timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone} time`;
}

/** A length of time in one unit: `25 min`, `39 h`, or `3 d` from 72 hours on. */
export function roughLength(milliseconds: number): string {
  if (milliseconds < HOUR_MS) return `${Math.max(1, Math.round(milliseconds / MINUTE_MS))} min`;
  if (milliseconds < 3 * DAY_MS) return `${Math.round(milliseconds / HOUR_MS)} h`;
  return `${Math.round(milliseconds / DAY_MS)} d`;
}

/** The calendar day of an instant in local time, `YYYY-MM-DD`. */
export function localDay(at: number, timeZone?: string): string {
  const { day, month, year } = partsOf(at, timeZone);
  return `${year}-${twoDigits(MONTHS.indexOf(month) + 1)}-${day.padStart(2, "0")}`;
}

/** A calendar day, `YYYY-MM-DD`, as `20 Nov`. */
export function dayName(day: string): string {
  const { day: number, month } = partsOf(Date.parse(`${day}T00:00Z`), "UTC");
  return `${number} ${month}`;
}

/** Two calendar days with their years: `24 Oct to 22 Nov 2026`; one alone as `22 Nov 2026`. */
export function wholeDays(from: string, to: string = from): string {
  const last = `${dayName(to)} ${to.slice(0, "YYYY".length)}`;
  if (from === to) return last;
  const isOneYear = from.slice(0, "YYYY".length) === to.slice(0, "YYYY".length);
  return `${isOneYear ? dayName(from) : wholeDays(from)} to ${last}`;
}

/** Two calendar days as `16-22 Nov` or `30 Nov-6 Dec`; one alone as `dayName` has it. */
export function dayNames(from: string, to: string): string {
  if (from === to) return dayName(from);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${isOneMonth ? Number(from.slice(8)) : dayName(from)}-${dayName(to)}`;
}

/** A calendar day, `YYYY-MM-DD`, as `Fri 20 Nov`. */
export function weekdayName(day: string): string {
  const { weekday, day: number, month } = partsOf(Date.parse(`${day}T00:00Z`), "UTC");
  return `${weekday} ${number} ${month}`;
}

/** A month, `YYYY-MM`, as `Nov 2026`. */
export function monthName(month: string): string {
  const { month: name, year } = partsOf(Date.parse(`${month}-01T00:00Z`), "UTC");
  return `${name} ${year}`;
}

/** An hour, `YYYY-MM-DDTHH:00`, as `Fri 20 Nov 14:00`. */
export function hourName(hour: string): string {
  const [day = "", time = ""] = hour.split("T");
  return time === "" ? hour : `${weekdayName(day)} ${time}`;
}

/** What `Intl` calls them in British English. */
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];

interface Parts {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly hour: string;
  readonly minute: string;
}

/** Local time and UTC are read without `Intl`, which takes Node longer to load than a short command's own work. */
function partsOf(at: number, timeZone: string | undefined): Parts {
  if (timeZone !== undefined && timeZone !== "UTC") return zonedParts(at, timeZone);
  const offset = timeZone === "UTC" ? 0 : new Date(at).getTimezoneOffset() * MINUTE_MS;
  const then = new Date(at - offset);
  return {
    weekday: WEEKDAYS[then.getUTCDay()] ?? "",
    day: String(then.getUTCDate()),
    month: MONTHS[then.getUTCMonth()] ?? "",
    year: String(then.getUTCFullYear()),
    hour: twoDigits(then.getUTCHours()),
    minute: twoDigits(then.getUTCMinutes()),
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** By time zone: one takes 25 times as long to make as to use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

function zonedParts(at: number, timeZone: string): Parts {
  const parts = { weekday: "", day: "", month: "", year: "", hour: "", minute: "" };
  for (const { type, value } of formatterFor(timeZone).formatToParts(at)) {
    if (type in parts) parts[type as keyof typeof parts] = value;
  }
  return parts;
}
