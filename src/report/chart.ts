import { daysFrom } from "../base/calendar.ts";
import { plural } from "../base/words.ts";
import { tokensOf, totalOf } from "../contract/index.ts";
import { largest, short } from "../text/numbers.ts";
import { dayName } from "../text/times.ts";
import { escaped } from "./markup.ts";
import { COLOURS } from "./style.ts";
import { type DayUse, type ModelUse, usedModels } from "./use.ts";

/** In pixels: the bars' part, and below it the days' names. Across, all is in percent, so that text keeps its size. */
const HEIGHT = 220;
const FOOT = 24;
/** So many days are named below the bars at most: that is what fits on the narrowest telephone. */
const NAMED_DAYS = 5;
/** The chart has places for so many days at least, so that one day is a bar and no wall. */
const LEAST_PLACES = 7;
/** The part of a day's place that its bar takes. */
const FILLED = 0.75;
/** In pixels: a day with tokens is seen, however few they are beside another's. */
const LEAST_BAR = 2;
/** Half of the least axis is still a whole number of tokens. */
const LEAST_TOP = 10;

/** Tokens by day and model: a stacked bar a day, and a legend. Days without a record keep their place, empty. */
export function chartOf(days: readonly DayUse[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "";
  const byDay = new Map(days.map((use) => [use.day, use]));
  const places = daysFrom(first.day, last.day);
  const place = 1 / Math.max(places.length, LEAST_PLACES);
  const start = (1 - places.length * place) / 2;
  const top = niceTop(
    largest(
      days.map(({ total }) => tokensOf(total)),
      LEAST_TOP,
    ),
  );
  const colours = coloursOf(days);
  const step = Math.ceil(places.length / NAMED_DAYS);
  const marks = places.map((day, index) => {
    const use = byDay.get(day);
    const isNamed = (places.length - 1 - index) % step === 0;
    const middle = percent(start + (index + 0.5) * place);
    const name = isNamed
      ? `<text x="${middle}" y="${HEIGHT + 17}" text-anchor="middle">${dayName(day)}</text>`
      : "";
    return name + (use === undefined ? "" : barOf(use, start + index * place, place, top, colours));
  });
  const label = `Tokens by day and model, ${first.day} to ${last.day}; the table below has the figures`;
  return `<div class="chart"><svg role="img" aria-label="${label}" height="${HEIGHT + FOOT}"><g aria-hidden="true">
${[1, 0.5].map(lineAt).join("\n")}
${marks.join("\n")}
${lineAt(0)}
${[1, 0.5, 0].map((share) => `<text x="-8" y="${yOf(share) + 4}" text-anchor="end">${short(top * share)}</text>`).join("\n")}
</g></svg></div>
${legendOf(days, colours)}`;
}

function barOf(
  { day, state, models }: DayUse,
  start: number,
  width: number,
  top: number,
  colours: ReadonlyMap<string, string>,
): string {
  let base = HEIGHT;
  // A day's total is capped, so that together its models can have more, and more than the axis.
  const tokens = Math.max(
    1,
    models.reduce((sum, use) => sum + tokensOf(use), 0),
  );
  const scale = Math.min(HEIGHT, Math.max((HEIGHT * tokens) / top, LEAST_BAR)) / tokens;
  const across = `x="${percent(start + (width * (1 - FILLED)) / 2)}" width="${percent(width * FILLED)}"`;
  const rank = [...colours.keys()];
  const place = ({ model }: ModelUse) => (colours.has(model) ? rank.indexOf(model) : rank.length);
  const parts = models
    .toSorted((a, b) => place(a) - place(b))
    .map((use) => {
      const height = tokensOf(use) * scale;
      base -= height;
      const title = `${day}, ${use.model}: ${short(tokensOf(use))} tokens`;
      const colour = colours.get(use.model) ?? "other";
      return `<rect class="${colour}" ${across} y="${base.toFixed(2)}" height="${height.toFixed(2)}"><title>${escaped(title)}</title></rect>`;
    });
  return `<g${state === "open" ? ' class="open"' : ""}>${parts.join("")}</g>`;
}

function lineAt(share: number): string {
  return `<line x1="0" x2="100%" y1="${yOf(share)}" y2="${yOf(share)}"/>`;
}

function yOf(share: number): number {
  return HEIGHT * (1 - share);
}

function legendOf(days: readonly DayUse[], colours: ReadonlyMap<string, string>): string {
  const models = usedModels(days);
  const others = models.slice(colours.size);
  const entries = models
    .slice(0, colours.size)
    .map((use) => [colours.get(use.model), `${use.model}: ${unbroken(tokensOf(use))}`]);
  if (others.length > 0) {
    const name = plural(others.length, "other model");
    entries.push(["other", `${name}: ${unbroken(tokensOf(totalOf(others)))}`]);
  }
  const items = entries.map(
    ([colour, text = ""]) =>
      `<li><svg aria-hidden="true"><rect class="${colour}" width="100%" height="100%"/></svg>${escaped(text)}</li>`,
  );
  const open = days.some(({ state }) => state === "open")
    ? '<p class="soft">Paler bars: days that are still open.</p>'
    : "";
  return `<ul class="legend" role="list" aria-label="Tokens by model">${items.join("")}</ul>${open}`;
}

/** A count whose unit does not stand on the next line. */
function unbroken(count: number): string {
  return short(count).replace(" ", "\u00A0");
}

function coloursOf(days: readonly DayUse[]): Map<string, string> {
  const named = usedModels(days).slice(0, COLOURS);
  return new Map(named.map(({ model }, index) => [model, `c${index}`]));
}

/** The least round number that is not below the value. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 3, 4, 6, 8].find((factor) => factor * power >= value) ?? 10);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
