import { addDays, weekStart } from "../../base/calendar.ts";
import { largest } from "../../text/numbers.ts";
import { weekdayName } from "../../text/times.ts";
import { type Entry, groupsOf, sumOf } from "../groups.ts";
import { html, type Markup } from "../markup.ts";
import type { Measure } from "./measure.ts";

/** In pixels. */
const ROW = 22;
const GAP = 2;
const HOURS = 24;
const NAMED_HOURS = 6;
const LEVELS = 4;
/** Any Monday. */
const MONDAY = "2026-11-16";
const WEEK = Array.from({ length: 7 }, (_, index) => addDays(MONDAY, index));

/** When the usage was: a row for each day of the week, a cell for each hour, in local time. */
export function heatMap(entries: readonly Entry[], measure: Measure): Markup {
  const cells = cellsOf(entries);
  const sums = new Map([...cells].map(([key, own]) => [key, sumOf(own)]));
  const most = largest([...sums.values()].map(measure.of), Number.MIN_VALUE);
  const rows = WEEK.map((day, row) => {
    const name = nameOf(day);
    const drawn = Array.from({ length: HOURS }, (_, hour) => {
      const sum = sums.get(`${row} ${hour}`);
      const value = sum === undefined ? 0 : measure.of(sum);
      const level = value === 0 ? 0 : Math.max(1, Math.ceil((LEVELS * value) / most));
      const title =
        sum === undefined || value === 0
          ? html``
          : html`<title>${hourName(name, hour)}: ${measure.text(sum)}</title>`;
      return html`<rect class="h${level}" x="${((100 * hour) / HOURS).toFixed(2)}%" y="${row * ROW}" width="${(95 / HOURS).toFixed(2)}%" height="${ROW - GAP}" rx="3">${title}</rect>`;
    });
    return html`<text class="row" x="-8" y="${row * ROW + 15}">${name}</text>${drawn}`;
  });
  const marks = Array.from({ length: HOURS / NAMED_HOURS }, (_, index) => index * NAMED_HOURS).map(
    (hour) =>
      html`<text class="hour" x="${((100 * hour) / HOURS).toFixed(2)}%" y="${WEEK.length * ROW + 14}">${two(hour)}:00</text>`,
  );
  const [busiest] = [...sums].toSorted(([, a], [, b]) => measure.of(b) - measure.of(a));
  const [row = 0, hour = 0] = busiest?.[0].split(" ").map(Number) ?? [];
  const words =
    busiest === undefined
      ? ""
      : `Most on ${hourName(nameOf(WEEK[row] ?? MONDAY), hour)}: ${measure.text(busiest[1])}.`;
  return html`<div class="heat"><svg role="img" aria-label="${measure.name} by day of the week and hour. ${words}" height="${WEEK.length * ROW + 18}"><g aria-hidden="true">${rows}${marks}</g></svg></div>
<p class="soft">${words} Local time.</p>`;
}

/** The entries by `row hour`. */
function cellsOf(entries: readonly Entry[]): Map<string, Entry[]> {
  const cells = new Map<string, Entry[]>();
  for (const { value, entries: own } of groupsOf(entries, ["hour"])) {
    const [day = "", time = ""] = value.split("T");
    if (time === "") continue;
    const row = WEEK.findIndex((_, index) => addDays(weekStart(day), index) === day);
    const key = `${row} ${Number(time.slice(0, 2))}`;
    cells.set(key, [...(cells.get(key) ?? []), ...own]);
  }
  return cells;
}

function nameOf(day: string): string {
  return weekdayName(day).slice(0, "Mon".length);
}

function hourName(day: string, hour: number): string {
  return `${day} ${two(hour)}:00-${two((hour + 1) % HOURS)}:00`;
}

function two(hour: number): string {
  return String(hour).padStart(2, "0");
}
