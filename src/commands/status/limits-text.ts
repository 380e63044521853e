import type { Item } from "../../contract.ts";
import { itemName, resetOf, severityWord, toneOf, whyNotFresh } from "../text/limits.ts";
import { bar } from "../text/numbers.ts";
import type { Paint, Screen } from "../text/screen.ts";
import { fromNow, localTime } from "../text/times.ts";
import { cut, padEnd, widthOf, wrap } from "../text/width.ts";
import type { Status } from "./schema.ts";

const INDENT = "  ";
const MIN_BAR = 8;
const MAX_BAR = 30;
/** The widest name that may stand before a bar. */
const MAX_NAME = 28;
/** `100 %`, and the spaces between name, bar, percent and the rest. */
const FIXED = INDENT.length + 5 + 4;

export interface TextFacts {
  readonly now: number;
  readonly screen: Screen;
  readonly paint: Paint;
  readonly timeZone?: string | undefined;
}

/** The limits, a line each where there is room, and how old they are and why. */
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

function barLines(items: readonly Item[], facts: TextFacts): string[] {
  const { screen, paint } = facts;
  const rows = items.map((item) => ({ item, name: itemName(item), words: wordsOf(item, facts) }));
  const names = Math.min(MAX_NAME, Math.max(...rows.map(({ name }) => widthOf(name))));
  const words = Math.max(...rows.map((row) => widthOf(row.words)));
  const room = Math.min(MAX_BAR, screen.columns - FIXED - names - words);
  const gauge = (item: Item, columns: number) => {
    const { percent = 0 } = item;
    const full = bar(percent / 100, columns);
    const rest = "░".repeat(columns - widthOf(full));
    return `${paint(toneOf(item), full)}${paint("dim", rest)} ${percentOf(item)}`;
  };
  if (room >= MIN_BAR) {
    return rows.map(
      ({ item, name, words }) => `${INDENT}${padEnd(cut(name, names), names)} ${gauge(item, room)}  ${words}`,
    );
  }
  const below = Math.min(MAX_BAR, screen.columns - 2 * INDENT.length - 6);
  return rows.flatMap(({ item, name, words }) => [
    `${INDENT}${cut(name, screen.columns - INDENT.length)}`,
    `${INDENT.repeat(2)}${gauge(item, below)}`,
    ...wrap(words, screen.columns, INDENT.repeat(2)),
  ]);
}

function wordLines(items: readonly Item[], facts: TextFacts): string[] {
  return items.flatMap((item) => {
    const line = `${itemName(item)}: ${percentOf(item).trim()}, ${wordsOf(item, facts)}`;
    return wrap(line, facts.screen.columns, INDENT).map((text) => facts.paint(toneOf(item), text));
  });
}

function percentOf({ percent }: Item): string {
  return `${percent ?? "?"} %`.padStart(5);
}

/** The severity where it matters and no colour tells it, and the reset. */
function wordsOf(item: Item, { now, timeZone, screen }: TextFacts): string {
  const severity = screen.hasColour ? undefined : severityWord(item);
  const at = resetOf(item);
  const reset =
    at === undefined
      ? "reset not known"
      : at > now
        ? `resets ${localTime(at, now, timeZone)}, ${fromNow(at, now)}`
        : `has reset since, ${localTime(at, now, timeZone)}`;
  return severity === undefined ? reset : `${severity}; ${reset}`;
}
