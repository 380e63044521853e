import { forecastWords, type LimitView, resetOf, usedWords } from "../../report/index.ts";
import { bar } from "../../text/numbers.ts";
import type { Paint, Screen } from "../../text/screen.ts";
import { localTime, shortTime } from "../../text/times.ts";
import { padEnd, widthOf, wrap } from "../../text/width.ts";

const MAX_BAR = 30;
/** A shorter bar says nothing: the name goes above it. */
const MIN_BAR = 8;
const GAP = "  ";

export interface TextFacts {
  readonly now: number;
  readonly screen: Screen;
  readonly paint: Paint;
  readonly timeZone?: string | undefined;
}

/** One limit as text: what it is called, how it stands, when it resets, and whether it lasts. */
interface Row {
  readonly view: LimitView;
  readonly used: string;
  readonly reset: string;
  readonly forecast: string | undefined;
}

/** The limits: a line each with a bar, and the forecast beside it or below it. */
export function limitLines(views: readonly LimitView[], facts: TextFacts): string[] {
  const rows = views.map((view) => rowOf(view, facts));
  if (!facts.screen.hasBars) return rows.flatMap((row) => wrap(plainLine(row), facts.screen.columns));
  return wideLines(rows, facts) ?? rows.flatMap((row) => narrowLines(row, facts));
}

function rowOf(view: LimitView, { now, screen, timeZone }: TextFacts): Row {
  const at = resetOf(view.item);
  const time = screen.hasBars ? shortTime : localTime;
  const reset = at === undefined ? "" : `${at > now ? "resets" : "reset at"} ${time(at, now, timeZone)}`;
  return { view, used: usedWords(view), reset, forecast: forecastWords(view, now, timeZone) };
}

function plainLine({ view, used, reset, forecast }: Row): string {
  return `${view.name}: ${[used, reset, forecast].filter((text) => text !== "" && text !== undefined).join("; ")}`;
}

/** Name, bar, figures and reset in columns. Undefined if there is no room for a bar. */
function wideLines(rows: readonly Row[], facts: TextFacts): string[] | undefined {
  const { columns } = facts.screen;
  const names = widest(rows.map(({ view }) => view.name));
  const figures = widest(rows.map(({ used }) => used));
  const resets = widest(rows.map(({ reset }) => reset));
  const room = columns - names - figures - resets - 3 * GAP.length;
  if (room < MIN_BAR) return undefined;
  const length = Math.min(MAX_BAR, room);
  const rest = columns - names - length - figures - resets - 4 * GAP.length;
  const isBeside = rows.every(({ forecast = "" }) => widthOf(forecast) <= rest);
  return rows.flatMap(({ view, used, reset, forecast }) => {
    const line = [
      facts.paint("bold", padEnd(view.name, names)),
      gaugeOf(view, length, facts),
      padEnd(used, figures),
      isBeside && forecast !== undefined ? padEnd(reset, resets) : reset,
    ].join(GAP);
    if (forecast === undefined) return [line.trimEnd()];
    if (isBeside) return [`${line}${GAP}${forecastPaint(view, facts)(forecast)}`];
    const below = wrap(forecast, columns, " ".repeat(names + GAP.length));
    return [line.trimEnd(), ...below.map(forecastPaint(view, facts))];
  });
}

/** On a narrow screen each part has a line of its own. */
function narrowLines({ view, used, reset, forecast }: Row, facts: TextFacts): string[] {
  const { columns } = facts.screen;
  const length = Math.min(MAX_BAR, columns - widthOf(used) - 2 * GAP.length);
  return [
    ...wrap(view.name, columns).map((line) => facts.paint("bold", line)),
    `${GAP}${gaugeOf(view, length, facts)}${GAP}${used}`.trimEnd(),
    ...(reset === "" ? [] : wrap(reset, columns, GAP)),
    ...(forecast === undefined ? [] : wrap(forecast, columns, GAP).map(forecastPaint(view, facts))),
  ];
}

function forecastPaint({ tone }: LimitView, { paint }: TextFacts): (line: string) => string {
  return (line) => paint(tone === "green" ? "dim" : tone, line);
}

/** How much is used, with a mark where the clock stands in the window. */
function gaugeOf(
  { item, outlook, tone }: LimitView,
  columns: number,
  { screen: { glyphs }, paint }: TextFacts,
): string {
  const full = bar((item.percent ?? 0) / 100, columns, glyphs);
  const cells = Array.from(padWith(full, columns, glyphs.empty));
  const used = widthOf(full);
  const mark =
    outlook.window === null ? -1 : Math.min(columns - 1, Math.floor(outlook.window.passed * columns));
  const part = (from: number, to: number) => {
    const filled = cells.slice(from, Math.max(from, Math.min(to, used))).join("");
    const empty = cells.slice(Math.max(from, used), Math.max(from, used, to)).join("");
    return `${filled === "" ? "" : paint(tone, filled)}${empty === "" ? "" : paint("dim", empty)}`;
  };
  if (mark < 0) return part(0, columns);
  return `${part(0, mark)}${paint("bold", glyphs.mark)}${part(mark + 1, columns)}`;
}

function padWith(text: string, columns: number, cell: string): string {
  return text + cell.repeat(columns - widthOf(text));
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(widthOf));
}
