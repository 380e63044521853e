import { type Counts, tokensOf } from "../../contract.ts";
import { bar, short } from "../text/numbers.ts";
import { painter, type Screen } from "../text/screen.ts";
import { visible } from "../text/visible.ts";
import { cut, padEnd, padStart, widthOf, wrap } from "../text/width.ts";
import type { By } from "./options.ts";
import { type DayUse, totalOf, usedModels } from "./use.ts";

interface Line {
  readonly kind: "day" | "model" | "total";
  readonly name: string;
  readonly counts: Counts;
  /** Whether a bar stands behind it. */
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
/** Below this there is room for the tokens in one sum only. */
const WIDE = 72;
/** Short numbers and heads take no more. */
const NUMBER = 7;
const MIN_NAME = 12;
const MIN_BAR = 10;
const MAX_BAR = 30;

/** The report as a table for people, a bar a day. Pure. */
export function reportText(days: readonly DayUse[], by: By, screen: Screen): string {
  const paint = painter(screen);
  const lines = linesOf(days, by);
  const columns = screen.columns >= WIDE ? COLUMNS : [TOKENS];
  const figures = columns.length * (NUMBER + 1);
  const bars = screen.hasBars ? MIN_BAR + 1 : 0;
  const widest = Math.max(...lines.map(({ name }) => widthOf(name)));
  const names = Math.min(widest, Math.max(MIN_NAME, screen.columns - figures - bars));
  const room = screen.hasBars ? Math.min(MAX_BAR, screen.columns - names - figures - 1) : 0;
  const most = Math.max(1, ...lines.filter(({ hasBar }) => hasBar).map(({ counts }) => tokensOf(counts)));

  const cells = (name: string, numbers: readonly string[]) =>
    [padEnd(cut(name, names), names), ...numbers.map((text) => padStart(text, NUMBER))].join(" ");
  const rows = lines.map(({ kind, name, counts, hasBar }) => {
    const text = cells(
      name,
      columns.map(([, count]) => short(count(counts))),
    );
    const drawn = hasBar && room > 0 ? paint("cyan", bar(tokensOf(counts) / most, room)) : "";
    return `${kind === "model" ? text : paint("bold", text)} ${drawn}`.trimEnd();
  });
  const head = paint(
    "dim",
    cells(
      by === "day and model" ? "day, model" : by,
      columns.map(([name]) => name),
    ),
  );
  const legend = legendOf(days, by, columns.length > 1);
  return [head, ...rows, "", ...legend.flatMap((text) => wrap(text, screen.columns))]
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf(days: readonly DayUse[], by: By): Line[] {
  const total: Line = {
    kind: "total",
    name: "total",
    counts: totalOf(days.map((day) => day.total)),
    hasBar: false,
  };
  if (by === "model") {
    const models = usedModels(days).map(({ model, ...counts }) => modelLine(model, counts, true));
    return [...models, total];
  }
  const lines = days.flatMap(({ day, state, models, total: counts }): Line[] => [
    { kind: "day", name: state === "frozen" ? `${day} *` : day, counts, hasBar: true },
    ...(by === "day" ? [] : models.map(({ model, ...used }) => modelLine(`  ${model}`, used, false))),
  ]);
  return [...lines, total];
}

function modelLine(name: string, counts: Counts, hasBar: boolean): Line {
  return { kind: "model", name: visible(name), counts, hasBar };
}

function legendOf(days: readonly DayUse[], by: By, isWide: boolean): string[] {
  return [
    ...(by !== "model" && days.some(({ state }) => state === "frozen")
      ? ["* frozen: the day is over, and its record is kept as it is."]
      : []),
    ...(isWide ? ["cache w, cache r: tokens written to the cache, and read from it."] : []),
    "Days are Toronto's. k, M, G: thousands, millions, thousand millions.",
  ];
}
