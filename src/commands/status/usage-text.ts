import { TIME_ZONE } from "../../base/calendar.ts";
import { plural } from "../../base/words.ts";
import { tokensOf } from "../../contract/index.ts";
import { modelName, PRICES_DATE } from "../../prices/index.ts";
import { amountText } from "../../report/index.ts";
import { short } from "../../text/numbers.ts";
import { dayName, localDay } from "../../text/times.ts";
import { visible } from "../../text/visible.ts";
import { padEnd, padStart, widthOf, wrap } from "../../text/width.ts";
import type { Use } from "./facts.ts";
import type { TextFacts } from "./limits-text.ts";

const GAP = "  ";

/** Today and yesterday: what they cost, the requests and tokens, and the model that took the most. */
export function usageLines(uses: readonly [today: Use, yesterday: Use], facts: TextFacts): string[] {
  const { screen, paint, now, timeZone } = facts;
  const isLocal = localDay(now, timeZone) === uses[0].day;
  const names = isLocal ? ["Today", "Yesterday"] : uses.map(({ day }) => dayName(day));
  const rows = uses.map((use, index) => [names[index] ?? "", ...cellsOf(use)]);
  const label = widest(rows.map(([name = ""]) => name));
  const figures = rows.filter((cells) => cells.length > 2);
  const widths = [1, 2, 3].map((column) => widest(figures.map((cells) => cells[column] ?? "")));
  const lines = rows.map(([name = "", ...cells]) => {
    const padded =
      cells.length === 1 ? cells : cells.map((cell, index) => padStart(cell, widths[index] ?? 0));
    return [padEnd(name, label), ...padded].join(GAP).trimEnd();
  });
  const fits = lines.every((line) => widthOf(line) <= screen.columns);
  const shown = fits
    ? lines
    : rows.flatMap(([name = "", ...cells]) =>
        wrap(cells.filter((cell) => cell !== "").join(", "), screen.columns, padEnd(name, label) + GAP),
      );
  return [
    ...shown,
    ...notesOf(uses, isLocal)
      .flatMap((note) => wrap(note, screen.columns))
      .map((note) => paint("dim", note)),
  ];
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(widthOf));
}

/** Cost, requests, tokens, and the model that took the most. */
function cellsOf({ cost, counts, topModel, topProject }: Use): string[] {
  if (counts === null) return ["no record"];
  if (counts.requests === 0 && tokensOf(counts) === 0) return ["nothing used"];
  return [
    cost.status === "priced" ? amountText(cost) : "no price",
    plural(counts.requests, "request", short(counts.requests)),
    `${short(tokensOf(counts))} tokens`,
    topModel === null
      ? ""
      : `mostly ${modelName(topModel)}${topProject === null ? "" : `, most in ${visible(topProject)}`}`,
  ];
}

function notesOf(uses: readonly Use[], isLocal: boolean): string[] {
  const hasCost = uses.some(
    ({ cost, counts }) => counts !== null && cost.status === "priced" && cost.high > 0,
  );
  return [
    ...(hasCost
      ? [`Costs are estimates at API list prices of ${dayName(PRICES_DATE)} ${PRICES_DATE.slice(0, 4)}.`]
      : []),
    ...(isLocal ? [] : [`Days are in ${TIME_ZONE} time.`]),
  ];
}
