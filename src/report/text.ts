import { plural } from "../base/words.ts";
import { type Counts, tokensOf, totalOf } from "../contract/index.ts";
import { bar, largest, short } from "../text/numbers.ts";
import { painter, type Screen } from "../text/screen.ts";
import { visible } from "../text/visible.ts";
import { padEnd, padStart, pieces, widthOf, wrap } from "../text/width.ts";
import type { By } from "./rows.ts";
import { type DayUse, usedModels } from "./use.ts";

interface Line {
  readonly kind: "day" | "model" | "total";
  readonly indent: string;
  readonly name: string;
  readonly counts: Counts;
  /** Whether the line ends with a bar. */
  readonly hasBar: boolean;
}

type Column = readonly [head: string, count: (counts: Counts) => number];

const TOKENS: Column = ["tokens", tokensOf];
const COLUMNS: readonly Column[] = [
  ["reqs", ({ requests }) => requests],
  ["input", ({ inputTokens }) => inputTokens],
  ["output", ({ outputTokens }) => outputTokens],
  ["cache w", ({ cacheCreationTokens }) => cacheCreationTokens],
  ["cache r", ({ cacheReadTokens }) => cacheReadTokens],
  TOKENS,
];
/** A narrower screen shows one column: all tokens. */
const WIDE = 72;
/** The usual width of a column. Columns get narrower only if names and a bar need the room. */
const NUMBER = 7;
const FAIR_BAR = 10;
/** Names take room from the bars. Bars shorter than this are left out. */
const MIN_BAR = 4;
const MAX_BAR = 30;

/** The report as a table, with a bar per day. A name that leaves no room for its figures goes on a line above them. */
export function reportText(days: readonly DayUse[], by: By, screen: Screen): string {
  const paint = painter(screen);
  const shown = by === "model" ? days : fromFirstUse(days);
  const lines = linesOf(shown, by);
  const columns = screen.columns >= WIDE ? COLUMNS : [TOKENS];
  const least = columns.map(([head, count]) =>
    largest([head, ...lines.map(({ counts }) => short(count(counts)))].map(widthOf)),
  );
  const mostForNames = screen.columns - together(least);
  const names = largest(lines.map(nameWidth).filter((width) => width <= mostForNames));
  const isRoomy = names + columns.length * (NUMBER + 1) + 1 + FAIR_BAR <= screen.columns;
  const widths = isRoomy ? columns.map(() => NUMBER) : least;
  const figures = together(widths);
  const free = screen.columns - names - figures - 1;
  const room = screen.hasBars && free >= MIN_BAR ? Math.min(MAX_BAR, free) : 0;
  const most = largest(
    lines.filter(({ hasBar }) => hasBar).map(({ counts }) => tokensOf(counts)),
    1,
  );

  const cells = (name: string, numbers: readonly string[]) =>
    [padEnd(name, names), ...numbers.map((text, index) => padStart(text, widths[index] ?? 0))].join(" ");
  const rows = lines.flatMap((line) => {
    const { kind, indent, name, counts, hasBar } = line;
    const hasPlace = nameWidth(line) <= names;
    const text = cells(
      hasPlace ? indent + name : "",
      columns.map(([, count]) => short(count(counts))),
    );
    const drawn = hasBar && room > 0 ? paint("cyan", bar(tokensOf(counts) / most, room, screen.glyphs)) : "";
    return [
      ...(hasPlace ? [] : pieces(name, screen.columns - indent.length).map((piece) => indent + piece)),
      `${kind === "model" ? text : paint("bold", text)} ${drawn}`.trimEnd(),
    ];
  });
  const head = paint(
    "dim",
    cells(
      by === "day and model" ? "day, model" : by,
      columns.map(([name]) => name),
    ),
  );
  const legend = [...notShown(days.length - shown.length), ...legendOf(shown, by, columns.length > 1)];
  return [head, ...rows, "", ...legend.flatMap((text) => wrap(text, screen.columns))]
    .map((line) => `${line}\n`)
    .join("");
}

function nameWidth({ indent, name }: Line): number {
  return widthOf(indent + name);
}

/** The total width of columns, each with a space before it. */
function together(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + 1, 0);
}

/** The days from the first with usage on; only the last day if there is none. */
function fromFirstUse(days: readonly DayUse[]): readonly DayUse[] {
  const first = days.findIndex(({ models }) => models.length > 0);
  return days.slice(first);
}

function linesOf(days: readonly DayUse[], by: By): Line[] {
  const total: Line = {
    kind: "total",
    indent: "",
    name: "total",
    counts: totalOf(days.map((day) => day.total)),
    hasBar: false,
  };
  if (by === "model") {
    const models = usedModels(days).map(({ model, ...counts }) => modelLine("", model, counts, true));
    return [...models, total];
  }
  const lines = days.flatMap(({ day, state, models, total: counts }): Line[] => [
    { kind: "day", indent: "", name: state === "frozen" ? `${day} *` : day, counts, hasBar: true },
    ...(by === "day" ? [] : models.map(({ model, ...used }) => modelLine("  ", model, used, false))),
  ]);
  return [...lines, total];
}

function modelLine(indent: string, model: string, counts: Counts, hasBar: boolean): Line {
  return { kind: "model", indent, name: visible(model), counts, hasBar };
}

function notShown(count: number): string[] {
  if (count === 0) return [];
  return [`${plural(count, "earlier day")} without usage not shown.`];
}

function legendOf(days: readonly DayUse[], by: By, isWide: boolean): string[] {
  return [
    ...(by !== "model" && days.some(({ state }) => state === "frozen")
      ? ["* final: the day is over and its record does not change."]
      : []),
    ...(isWide ? ["cache w, cache r: tokens written to and read from the cache."] : []),
    "Days are in Toronto time. k: thousands, M: millions, G: billions.",
  ];
}
