import { plural } from "../base/words.ts";
import { tokensOf, totalOf } from "../contract/index.ts";
import { largest, short } from "../text/numbers.ts";
import { escaped } from "./markup.ts";
import type { PageBy } from "./page/facts.ts";
import { type Place, placesOf } from "./places.ts";
import { COLORS } from "./style.ts";
import { type DayUse, type ModelUse, usedModels } from "./use.ts";

/** The heights of the bars and of the dates below them, in pixels. Widths are in percent, so that text keeps its size. */
const HEIGHT = 220;
const FOOT = 24;
/** The most dates below the bars: what fits on the narrowest phone. */
const MAX_DATES = 5;
/** The chart has room for at least this many bars, so that a single one is not as wide as the page. */
const MIN_PLACES = 7;
/** How much of its place's width a bar takes. */
const FILLED = 0.75;
/** The shortest bar with tokens, in pixels, so that it is visible. */
const MIN_BAR = 2;
/** The smallest maximum of the axis. It is even, because the axis also labels half of it. */
const MIN_TOP = 10;

/**
 * Tokens by day or week, and by model: a stacked bar each, and a legend. The place of a day without a record is empty.
 * @param stackedBy what the parts of a bar are, if they are no models
 */
export function chartOf(days: readonly DayUse[], by: PageBy, stackedBy: string = "model"): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "";
  const places = placesOf(days, by);
  const place = 1 / Math.max(places.length, MIN_PLACES);
  const start = (1 - places.length * place) / 2;
  const top = niceTop(
    largest(
      places.map(({ use }) => (use === undefined ? 0 : tokensOf(use.total))),
      MIN_TOP,
    ),
  );
  const colors = colorsOf(days);
  const step = Math.ceil(places.length / MAX_DATES);
  const marks = places.map(({ date, name: title, use }, index) => {
    const isNamed = (places.length - 1 - index) % step === 0;
    const middle = percent(start + (index + 0.5) * place);
    const name = isNamed ? `<text x="${middle}" y="${HEIGHT + 17}" text-anchor="middle">${date}</text>` : "";
    return name + (use === undefined ? "" : barOf({ title, use }, start + index * place, place, top, colors));
  });
  const label = `Tokens by ${by} and ${stackedBy}, ${first.day} to ${last.day}; the table below lists the numbers`;
  return `<div class="chart"><svg role="img" aria-label="${label}" height="${HEIGHT + FOOT}"><g aria-hidden="true">
${[1, 0.5].map(lineAt).join("\n")}
${marks.join("\n")}
${lineAt(0)}
${[1, 0.5, 0].map((share) => `<text x="-8" y="${yOf(share) + 4}" text-anchor="end">${axisLabel(top * share)}</text>`).join("\n")}
</g></svg></div>
${legendOf(days, places, by, colors)}`;
}

function barOf(
  { title: name, use: { state, models } }: { title: string; use: NonNullable<Place["use"]> },
  start: number,
  width: number,
  top: number,
  colors: ReadonlyMap<string, string>,
): string {
  let base = HEIGHT;
  // A total is capped, so its models can add up to more than the total and the axis.
  const tokens = Math.max(
    1,
    models.reduce((sum, use) => sum + tokensOf(use), 0),
  );
  const scale = Math.min(HEIGHT, Math.max((HEIGHT * tokens) / top, MIN_BAR)) / tokens;
  const across = `x="${percent(start + (width * (1 - FILLED)) / 2)}" width="${percent(width * FILLED)}"`;
  const rank = [...colors.keys()];
  const place = ({ model }: ModelUse) => (colors.has(model) ? rank.indexOf(model) : rank.length);
  const parts = models
    .toSorted((a, b) => place(a) - place(b))
    .map((use) => {
      const height = tokensOf(use) * scale;
      base -= height;
      const title = `${name}, ${use.model}: ${short(tokensOf(use))} tokens`;
      const color = colors.get(use.model) ?? "other";
      return `<rect class="${color}" ${across} y="${base.toFixed(2)}" height="${height.toFixed(2)}"><title>${escaped(title)}</title></rect>`;
    });
  return `<g${state === "open" ? ' class="open"' : ""}>${parts.join("")}</g>`;
}

function lineAt(share: number): string {
  return `<line x1="0" x2="100%" y1="${yOf(share)}" y2="${yOf(share)}"/>`;
}

/** Axis values are round: `40M`, not `40.0M`. */
function axisLabel(count: number): string {
  return short(count).replace(".0", "");
}

function yOf(share: number): number {
  return HEIGHT * (1 - share);
}

function legendOf(
  days: readonly DayUse[],
  places: readonly Place[],
  by: PageBy,
  colors: ReadonlyMap<string, string>,
): string {
  const models = usedModels(days);
  const others = models.slice(colors.size);
  const entries = models
    .slice(0, colors.size)
    .map((use) => [colors.get(use.model), `${use.model}: ${short(tokensOf(use))}`]);
  if (others.length > 0) {
    const name = plural(others.length, "other model");
    entries.push(["other", `${name}: ${short(tokensOf(totalOf(others)))}`]);
  }
  const items = entries.map(
    ([color, text = ""]) =>
      `<li><svg aria-hidden="true"><rect class="${color}" width="100%" height="100%"/></svg>${escaped(text)}</li>`,
  );
  const open = places.some(({ use }) => use?.state === "open")
    ? `<p class="soft">Paler bars are ${by}s that are not final yet.</p>`
    : "";
  return `<ul class="legend" role="list" aria-label="Tokens by model">${items.join("")}</ul>${open}`;
}

function colorsOf(days: readonly DayUse[]): Map<string, string> {
  const named = usedModels(days).slice(0, COLORS);
  return new Map(named.map(({ model }, index) => [model, `c${index}`]));
}

/** The smallest round number that is not below the value. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 3, 4, 6, 8].find((factor) => factor * power >= value) ?? 10);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
