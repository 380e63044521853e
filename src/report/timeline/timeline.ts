import { largest } from "../../text/numbers.ts";
import { html, type Markup } from "../markup.ts";
import { scaleOf } from "./scale.ts";

/** One column of a chart. */
export interface TimelineColumn {
  /** Such as `Fri 20 Nov 2026`. */
  readonly title: string;
  /** What stands below it, if there is room. */
  readonly foot: string;
  /** How much of each series, in their order. Undefined without a record: that is not drawn as zero. */
  readonly amounts: readonly number[] | undefined;
  /** What to know about it, such as `3 of 7 days have data`. */
  readonly note?: string;
}

export interface TimelineSeries {
  readonly name: string;
  /** The class of its color. */
  readonly color: string;
}

export interface TimelineFacts {
  /** What the chart shows, in a sentence. */
  readonly label: string;
  /** Oldest first. */
  readonly columns: readonly TimelineColumn[];
  /** Each on top of the one before it. */
  readonly series: readonly TimelineSeries[];
  /** An amount for a tooltip, and for the scale. */
  readonly text: (amount: number) => string;
  readonly brief: (amount: number) => string;
}

/** In pixels: above the highest line, the columns, and the names below. Widths are in percent, so that text keeps its size. */
const HEAD = 12;
const HEIGHT = 200;
const FOOT = 26;
const BASE = HEAD + HEIGHT;
/** How much of its column's width a bar takes. */
const FILLED = 0.76;
/** Room for at least this many columns, so that a single bar is not as wide as the page. */
const LEAST = 12;
/** The lowest bar, in pixels, so that it is visible. */
const LEAST_BAR = 2;
/** The most names below the columns. On a phone, every second one is left out. */
const MOST_FEET = 10;

/**
 * A chart over days, weeks or months. The title of a column is all that it shows, a line each: its name, then the sum, then
 * the series, those with the most first. The script makes tooltips of the titles and lets the arrow keys go through them.
 */
export function timelineOf(facts: TimelineFacts): Markup {
  const { columns, series, label, brief } = facts;
  const sums = columns.map(({ amounts }) => (amounts ?? []).reduce((sum, amount) => sum + amount, 0));
  const values = scaleOf(largest(sums));
  const top = values.at(-1) || 1;
  const yOf = (value: number) => BASE - (HEIGHT * value) / top;
  const rows = values.map((value) => ({ y: yOf(value).toFixed(1), value }));
  const scale = rows.map(
    ({ y, value }) =>
      html`<text x="100%" y="${y}" dy=".32em">${value === 0 ? "0" : whole(brief(value))}</text>`,
  );
  const grid = rows.slice(1).map(({ y }) => html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/>`);
  const drawn = columns.map((column, index) =>
    columnOf(facts, column, index, sums[index] ?? 0, HEIGHT / top),
  );
  const hasGap = columns.some(({ amounts }) => amounts === undefined);
  const used = series.filter((_, part) => columns.some(({ amounts }) => (amounts?.[part] ?? 0) > 0));
  return html`<div class="timeline"><svg class="scale" width="48" height="${BASE + FOOT}" aria-hidden="true">${scale}</svg><svg class="columns" role="img" aria-label="${label}" height="${BASE + FOOT}" data-chart>
${grid}
${drawn}
<line class="base" x1="0" x2="100%" y1="${BASE}" y2="${BASE}"/>
${feetOf(columns)}
</svg></div>
<ul class="legend" role="list" aria-label="Colors">${used.map(({ name, color }) => keyOf(color, name))}${hasGap ? keyOf("gap", "No data") : ""}</ul>`;
}

function columnOf(
  { columns, series, text }: TimelineFacts,
  { title, amounts, note }: TimelineColumn,
  index: number,
  sum: number,
  scale: number,
): Markup {
  const width = 1 / Math.max(columns.length, LEAST);
  const left = (1 - columns.length * width) / 2 + index * width;
  const [x, all] = [percent(left + (width * (1 - FILLED)) / 2), percent(width * FILLED)];
  const height = sum === 0 ? 0 : Math.max(LEAST_BAR, sum * scale);
  let base = BASE;
  const bars = (amounts ?? []).map((amount, part) => {
    if (amount === 0) return html``;
    const own = (height * amount) / sum;
    base -= own;
    return html`<rect class="${series[part]?.color ?? ""}" x="${x}" width="${all}" y="${base.toFixed(2)}" height="${own.toFixed(2)}"/>`;
  });
  const parts = (amounts ?? [])
    .map((amount, part) => ({ amount, name: series[part]?.name ?? "" }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount)
    .map(({ name, amount }) => `${name}: ${text(amount)}`);
  const said = amounts === undefined ? ["No data"] : [`In all: ${text(sum)}`, ...parts];
  const words = [title, ...said, ...(note === undefined ? [] : [note])].join("\n");
  return html`<g data-point><rect class="${amounts === undefined ? "gap" : "hit"}" x="${percent(left)}" width="${percent(width)}" y="${HEAD}" height="${HEIGHT}"/>${bars}<title>${lines(words)}</title></g>`;
}

/** Each line escaped by itself, so that the ends of lines stay. */
function lines(text: string): Markup[] {
  return text.split("\n").map((line) => html`${line}`);
}

/** The names of some columns, the last one and others at even distances. */
function feetOf(columns: readonly TimelineColumn[]): Markup[] {
  const step = Math.max(1, Math.ceil(columns.length / MOST_FEET));
  const width = 1 / Math.max(columns.length, LEAST);
  const start = (1 - columns.length * width) / 2;
  return columns.flatMap(({ foot }, index) => {
    const fromLast = columns.length - 1 - index;
    if (fromLast % step !== 0) return [];
    const isMinor = (fromLast / step) % 2 === 1;
    // The last name ends a little after the chart, where its frame does.
    const isEnd = fromLast === 0 && start === 0;
    const x = isEnd ? "100%" : percent(start + (index + 0.5) * width);
    return [
      html`<text class="foot${isMinor ? " minor" : ""}${isEnd ? " end" : ""}" x="${x}"${isEnd ? html` dx="8"` : ""} y="${BASE + 18}">${foot}</text>`,
    ];
  });
}

/** A round number without its zero: `$5.0` beside `$10` is `$5`. */
function whole(text: string): string {
  return text.replace(/\.0(?=\D*$)/, "");
}

function keyOf(color: string, name: string): Markup {
  return html`<li><svg aria-hidden="true"><rect class="${color}" width="100%" height="100%" rx="2"/></svg><span>${name}</span></li>`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
