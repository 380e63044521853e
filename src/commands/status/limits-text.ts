import type { Item } from "../../contract/index.ts";
import { itemName, resetOf, severityWord, toneOf, whyNotFresh } from "../../report/index.ts";
import { bar } from "../../text/numbers.ts";
import type { Paint, Screen } from "../../text/screen.ts";
import { fromNow, localTime, shortTime } from "../../text/times.ts";
import { padEnd, widthOf, wrap } from "../../text/width.ts";
import type { Status } from "./schema.ts";

const INDENT = "  ";
const MAX_BAR = 30;
/** A bar shrinks to `FAIR_BAR` before a date is shortened, and to `MIN_BAR` before a limit takes another row. */
const FAIR_BAR = 10;
const MIN_BAR = 6;
/** Columns around a name and a bar: the indent, a space, and ` 100%`. */
const AROUND = INDENT.length + 1 + 5;
/** Between the percent and the words beside it. */
const GAP = "  ";

/** Layouts of the limits, best first: how a reset is written, whether it is beside the bar, and the shortest bar. */
const LAYOUTS = [
  { time: localTime, isBeside: true, least: FAIR_BAR },
  { time: localTime, isBeside: false, least: MIN_BAR },
  { time: shortTime, isBeside: true, least: MIN_BAR },
] as const;
type Layout = (typeof LAYOUTS)[number];

export interface TextFacts {
  readonly now: number;
  readonly screen: Screen;
  readonly paint: Paint;
  readonly timeZone?: string | undefined;
}

/** The limits, one line each if there is room, with their age, and why they are not new. */
export function limitsText({ limits, lastBeat }: Status, facts: TextFacts): string[] {
  const { now, screen, paint, timeZone } = facts;
  if (limits === null || lastBeat === null) return [];
  const age = limits.fetchedAt === null ? "" : ` (${fromNow(Date.parse(limits.fetchedAt), now)})`;
  const why = whyNotFresh(limits, Date.parse(lastBeat.at), now, timeZone);
  return [
    `${paint("bold", "Limits")}${paint("dim", age)}`,
    ...(screen.hasBars ? barLines(limits.items, facts) : wordLines(limits.items, facts)),
    ...(why === undefined ? [] : wrap(why, screen.columns, INDENT).map((line) => paint("yellow", line))),
    ...(why === undefined && limits.items.length === 0 ? [`${INDENT}none`] : []),
  ];
}

/** Draws the layout with the fewest rows; of several, the first. */
function barLines(items: readonly Item[], facts: TextFacts): string[] {
  const drawn = LAYOUTS.flatMap((layout) => {
    const lines = linesIn(layout, items, facts);
    return lines === undefined ? [] : [lines];
  });
  const fewest = Math.min(...drawn.map((lines) => lines.length));
  return drawn.find((lines) => lines.length === fewest) ?? [];
}

/** A name that is too long goes above its bar. Undefined if there is no room for a bar. */
function linesIn({ time, isBeside, least }: Layout, items: readonly Item[], facts: TextFacts) {
  const { columns } = facts.screen;
  const rows = items.map((item) => ({ item, name: itemName(item), words: wordsOf(item, facts, time) }));
  const beside = isBeside ? GAP.length + Math.max(...rows.map(({ words }) => widthOf(words))) : 0;
  const room = columns - AROUND - beside;
  const hasPlace = (name: string) => widthOf(name) <= room - least;
  const names = Math.max(1, ...rows.map(({ name }) => (hasPlace(name) ? widthOf(name) : 0)));
  const length = Math.min(MAX_BAR, room - names);
  if (length < least) return undefined;
  return rows.flatMap(({ item, name, words }) => {
    const gauge = gaugeOf(item, length, facts);
    return [
      ...(hasPlace(name) ? [] : wrap(name, columns, INDENT)),
      `${INDENT}${padEnd(hasPlace(name) ? name : "", names)} ${gauge}${isBeside ? GAP + words : ""}`,
      ...(isBeside ? [] : wrap(words, columns, INDENT.repeat(2))),
    ];
  });
}

function gaugeOf(item: Item, columns: number, { screen: { glyphs }, paint }: TextFacts): string {
  const full = bar((item.percent ?? 0) / 100, columns, glyphs);
  const rest = glyphs.empty.repeat(columns - widthOf(full));
  return `${paint(toneOf(item), full)}${paint("dim", rest)} ${percentOf(item)}`;
}

function wordLines(items: readonly Item[], facts: TextFacts): string[] {
  return items.flatMap((item) => {
    const line = `${itemName(item)}: ${percentOf(item).trim()}, ${wordsOf(item, facts, localTime)}`;
    return wrap(line, facts.screen.columns, INDENT).map((text) => facts.paint(toneOf(item), text));
  });
}

function percentOf({ percent }: Item): string {
  return `${percent ?? "?"}%`.padStart(4);
}

/** The severity, if it matters, and the reset. */
function wordsOf(item: Item, { now, timeZone }: TextFacts, time: Layout["time"]): string {
  const severity = severityWord(item);
  const at = resetOf(item);
  const reset =
    at === undefined
      ? "reset time unknown"
      : at > now
        ? `resets ${time(at, now, timeZone)}, ${fromNow(at, now)}`
        : `reset at ${time(at, now, timeZone)}`;
  return severity === undefined ? reset : `${severity}; ${reset}`;
}
