import { TIME_ZONE } from "../base/calendar.ts";
import { plural } from "../base/words.ts";
import { type Counts, tokensOf } from "../contract/index.ts";
import { PRICES_DATE } from "../prices/index.ts";
import { bar, largest, short } from "../text/numbers.ts";
import { painter, type Screen } from "../text/screen.ts";
import { dayName } from "../text/times.ts";
import { padEnd, padStart, pieces, widthOf, wrap } from "../text/width.ts";
import { type CostMarks, costCell, marksOf } from "./cost-cell.ts";
import { namesOf } from "./group-names.ts";
import { dollarsOf, type Group, type Sum } from "./groups.ts";
import { byWords, isTime } from "./keys.ts";
import type { View } from "./view.ts";

export interface TableOptions {
  /** Whether there is a column for each kind of tokens, and a mark for final days. */
  readonly isFull: boolean;
}

interface Line extends Sum {
  readonly kind: "group" | "inner" | "others" | "total";
  readonly name: string;
}

type Column = readonly [head: string, cell: (sum: Sum) => string];

const count =
  (of: (counts: Counts) => number) =>
  ({ counts }: Sum): string =>
    short(of(counts));
const COST: Column = ["cost", costCell];
const REQUESTS: Column = ["requests", count(({ requests }) => requests)];
const TOKENS: Column = ["tokens", count(tokensOf)];
const KINDS: readonly Column[] = [
  ["input", count(({ inputTokens }) => inputTokens)],
  ["output", count(({ outputTokens }) => outputTokens)],
  ["cache w", count(({ cacheCreationTokens }) => cacheCreationTokens)],
  ["cache r", count(({ cacheReadTokens }) => cacheReadTokens)],
];
/** A narrower screen has no columns for requests and kinds of tokens. */
const WIDE = 72;
const PRICES = `Costs are estimates at API list prices of ${dayName(PRICES_DATE)} ${PRICES_DATE.slice(0, 4)}. `;
const CITY = TIME_ZONE.slice(TIME_ZONE.indexOf("/") + 1);
const GAP = "  ";
const INDENT = "  ";
/** Names take room from the bars. Bars shorter than this are left out. */
const MIN_BAR = 4;
const MAX_BAR = 30;

/** The report as a table, with a bar for each line. A name that leaves no room for its figures goes on a line above them. */
export function reportText(view: View, { isFull }: TableOptions, screen: Screen): string {
  const { groups, total, by } = view;
  const paint = painter(screen);
  const { lines, hidden } = linesOf(view, isFull);
  const columns = columnsOf(total, isFull, screen);
  const cells = (line: Sum): string[] => columns.map(([, cell]) => cell(line));
  const widths = columns.map(([head, cell]) => largest([head, ...lines.map(cell)].map(widthOf)));
  const figures = widths.reduce((sum, width) => sum + GAP.length + width, 0);
  const names = largest(lines.map(widthOfName).filter((width) => width <= screen.columns - figures));
  const free = screen.columns - names - figures - GAP.length;
  const room = screen.hasBars && free >= MIN_BAR ? Math.min(MAX_BAR, free) : 0;
  const size = dollarsOf(total) > 0 ? dollarsOf : ({ counts }: Sum) => tokensOf(counts);
  const most = largest(lines.filter(({ kind }) => kind !== "total").map(size), 0);

  const row = (name: string, texts: readonly string[]) =>
    [padEnd(name, names), ...texts.map((text, index) => padStart(text, widths[index] ?? 0))].join(GAP);
  const drawn = lines.flatMap((line) => {
    const indent = line.kind === "inner" ? INDENT : "";
    const hasPlace = widthOfName(line) <= names;
    const isBarred = line.kind === "group" || line.kind === "inner";
    const gauge =
      isBarred && room > 0 && most > 0 ? paint("cyan", bar(size(line) / most, room, screen.glyphs)) : "";
    const text = row(hasPlace ? indent + line.name : "", cells(line));
    const isStrong = line.kind === "total" || (line.kind === "group" && by.length === 2);
    return [
      ...(hasPlace ? [] : pieces(line.name, screen.columns - indent.length).map((piece) => indent + piece)),
      `${isStrong ? paint("bold", text) : text}${GAP}${gauge}`.trimEnd(),
    ];
  });
  const head = paint(
    "dim",
    row(
      byWords(by).replace(" and ", ", "),
      columns.map(([name]) => name),
    ).trimEnd(),
  );
  const notes = notesOf(groups, total, hidden, isFull && columns.length > 3);
  const shown = notes.flatMap((text) => wrap(text, screen.columns)).map((text) => paint("dim", text));
  return [head, ...drawn, "", ...shown].map((line) => `${line}\n`).join("");
}

function widthOfName({ kind, name }: Line): number {
  return widthOf(kind === "inner" ? INDENT + name : name);
}

function columnsOf(total: Sum, isFull: boolean, { columns }: Screen): Column[] {
  const cost = total.cost.status === "priced" && total.cost.high > 0 ? [COST] : [];
  if (columns < WIDE) return [...cost, TOKENS];
  return isFull ? [...cost, REQUESTS, ...KINDS, TOKENS] : [...cost, REQUESTS, TOKENS];
}

/** @returns `hidden`: how many days before the first usage are left out */
function linesOf({ groups, others, total, by }: View, isFull: boolean): { lines: Line[]; hidden: number } {
  const nameOf = namesOf(groups);
  const hidden = by[0] === "day" ? Math.max(0, firstUsed(groups)) : 0;
  const lines = groups.slice(hidden).flatMap((group): Line[] => {
    const mark = isFull && group.state === "frozen" ? " *" : "";
    const inner = group.groups.map((own): Line => ({ kind: "inner", name: nameOf(own), ...sumIn(own) }));
    return [{ kind: "group", name: nameOf(group) + mark, ...sumIn(group) }, ...inner];
  });
  const rest: Line[] =
    others === undefined ? [] : [{ kind: "others", name: `${others.count} more`, ...sumIn(others) }];
  const all = isTime(by[0]) ? [...rest, ...lines] : [...lines, ...rest];
  return { lines: [...all, { kind: "total", name: "total", ...total }], hidden };
}

/** The first group with usage; the last group if none has any. */
function firstUsed(groups: readonly Group[]): number {
  const first = groups.findIndex(({ counts }) => counts.requests > 0 || tokensOf(counts) > 0);
  return first === -1 ? groups.length - 1 : first;
}

function sumIn({ counts, cost }: Sum): Sum {
  return { counts, cost };
}

function notesOf(groups: readonly Group[], total: Sum, hidden: number, hasKinds: boolean): string[] {
  const marks: CostMarks = marksOf([total, ...groups.flatMap((group) => [group, ...group.groups])]);
  const { cost } = total;
  return [
    ...(hidden === 0 ? [] : [`${plural(hidden, "earlier day")} without usage not shown.`]),
    ...(hasKinds && groups.some(({ state }) => state === "frozen")
      ? ["* final: the day is over and its record does not change."]
      : []),
    ...(hasKinds ? ["cache w, cache r: tokens written to and read from the cache."] : []),
    ...(marks.isRange ? ["~ the middle of a range: how long some cache writes last is not known."] : []),
    ...(marks.isPartial ? ["+ some models have no price."] : []),
    `${cost.status === "priced" && cost.high > 0 ? PRICES : ""}Days are in ${CITY} time.`,
  ];
}
