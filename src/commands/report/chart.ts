import { daysFrom } from "../../base/calendar.ts";
import { tokensOf } from "../../contract.ts";
import { short } from "../text/numbers.ts";
import { escaped } from "./markup.ts";
import { COLOURS } from "./style.ts";
import { type DayUse, type ModelUse, totalOf, usedModels } from "./use.ts";

/** In pixels: the bars' part, and below it the days' names. Across, all is in percent, so that text keeps its size. */
const HEIGHT = 220;
const FOOT = 24;
/** So many days are named below the bars at most: that is what fits on a telephone. */
const NAMED_DAYS = 6;
/** The part of a day's place that its bar takes. */
const FILLED = 0.8;

/** Tokens by day and model: a stacked bar a day, and a legend. Days without a record keep their place, empty. */
export function chartOf(days: readonly DayUse[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "";
  const byDay = new Map(days.map((use) => [use.day, use]));
  const places = daysFrom(first.day, last.day);
  const top = niceTop(Math.max(1, ...days.map(({ total }) => tokensOf(total))));
  const colours = coloursOf(days);
  const step = Math.ceil(places.length / NAMED_DAYS);
  const marks = places.map((day, index) => {
    const use = byDay.get(day);
    const isNamed = (places.length - 1 - index) % step === 0;
    const middle = percent((index + 0.5) / places.length);
    const name = isNamed
      ? `<text x="${middle}" y="${HEIGHT + 17}" text-anchor="middle">${dayName(day)}</text>`
      : "";
    return (
      name + (use === undefined ? "" : barOf(use, index / places.length, 1 / places.length, top, colours))
    );
  });
  const label = `Tokens by day and model, ${first.day} to ${last.day}; the table below has the figures`;
  return `<div class="chart"><svg role="img" aria-label="${label}" height="${HEIGHT + FOOT}">
${[1, 0.5, 0].map((share) => `<line x1="0" x2="100%" y1="${yOf(share)}" y2="${yOf(share)}"/>`).join("\n")}
${marks.join("\n")}
${[1, 0.5].map((share) => `<text x="0" y="${yOf(share) - 4}">${short(top * share)}</text>`).join("\n")}
</svg></div>
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
  const across = `x="${percent(start + (width * (1 - FILLED)) / 2)}" width="${percent(width * FILLED)}"`;
  const rank = [...colours.keys()];
  const place = ({ model }: ModelUse) => (colours.has(model) ? rank.indexOf(model) : rank.length);
  const parts = models
    .toSorted((a, b) => place(a) - place(b))
    .map((use) => {
      const height = (tokensOf(use) / top) * HEIGHT;
      base -= height;
      const title = `${day}, ${use.model}: ${short(tokensOf(use))} tokens`;
      const colour = colours.get(use.model) ?? "other";
      return `<rect class="${colour}" ${across} y="${base.toFixed(2)}" height="${height.toFixed(2)}"><title>${escaped(title)}</title></rect>`;
    });
  return `<g${state === "open" ? ' class="open"' : ""}>${parts.join("")}</g>`;
}

function yOf(share: number): number {
  return HEIGHT * (1 - share);
}

function legendOf(days: readonly DayUse[], colours: ReadonlyMap<string, string>): string {
  const models = usedModels(days);
  const others = models.slice(colours.size);
  const entries = models
    .slice(0, colours.size)
    .map((use) => [colours.get(use.model), `${use.model}: ${short(tokensOf(use))}`]);
  if (others.length > 0) {
    const name = `${others.length} other model${others.length === 1 ? "" : "s"}`;
    entries.push(["other", `${name}: ${short(tokensOf(totalOf(others)))}`]);
  }
  const items = entries.map(
    ([colour, text = ""]) =>
      `<li><svg aria-hidden="true"><rect class="${colour}" width="100%" height="100%"/></svg>${escaped(text)}</li>`,
  );
  const open = days.some(({ state }) => state === "open")
    ? '<p class="soft">Paler bars: days that are still open.</p>'
    : "";
  return `<ul class="legend">${items.join("")}</ul>${open}`;
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

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function dayName(day: string): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}
