// Toronto's days, computed independently: expected results based on the program's own calendar would share its bugs.
const HOUR_MS = 3_600_000;

const format = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const dayOfHour = new Map<number, string>();

/** The day of an instant. Cached by hour, because Toronto's days start at whole hours of UTC. */
export function dayOf(at: number): string {
  const hour = Math.floor(at / HOUR_MS);
  let day = dayOfHour.get(hour);
  if (day === undefined) {
    day = format.format(hour * HOUR_MS);
    dayOfHour.set(hour, day);
  }
  return day;
}

export function dayBefore(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date - count)).toISOString().slice(0, 10);
}

/** The first instant of a day, in epoch milliseconds. */
export function midnightOf(day: string): number {
  let at = Date.parse(`${day}T00:00:00Z`);
  while (dayOf(at) !== day) at += HOUR_MS;
  return at;
}
