import { largest } from "../../text/numbers.ts";
import { sumOf } from "../groups.ts";
import { html, type Markup } from "../markup.ts";
import type { Column } from "./columns.ts";
import type { PageBy } from "./facts.ts";
import type { Measure } from "./measure.ts";
import type { Stack } from "./stack.ts";

/** In pixels: the values above the bars, the bars, and the days below. Widths are in percent, so that text keeps its size. */
const HEAD = 18;
const HEIGHT = 170;
const FOOT = 38;
const BASE = HEAD + HEIGHT;
/** How much of its column's width a bar takes. */
const FILLED = 0.72;
/** Room for at least this many columns, so that a single bar is not as wide as the page. */
const LEAST = 7;
/** The shortest bar, in pixels, so that it is visible. */
const LEAST_BAR = 2;

/** What each day or week cost, stacked by model or machine, with the value on each bar and the average as a line. */
export function chartOf(columns: readonly Column[], by: PageBy, measure: Measure, stack: Stack): Markup {
  const values = columns.map(({ group }) => (group === undefined ? 0 : measure.of(group)));
  const top = largest(values, Number.MIN_VALUE);
  const average = averageOf(columns, measure);
  const width = 1 / Math.max(columns.length, LEAST);
  const start = (1 - columns.length * width) / 2;
  const scale = HEIGHT / top;
  const drawn = columns.map((column, index) =>
    columnOf(
      column,
      { left: start + index * width, width, scale, value: values[index] ?? 0 },
      measure,
      stack,
    ),
  );
  const y = (BASE - average * scale).toFixed(1);
  return html`<div class="chart"><svg role="img" aria-label="${labelOf(columns, by, measure)}" height="${BASE + FOOT}"><g aria-hidden="true">
${drawn.map(({ bars }) => bars)}
<line class="average" x1="0" x2="100%" y1="${y}" y2="${y}"/>
${drawn.map(({ labels }) => labels)}
<line class="base" x1="0" x2="100%" y1="${BASE}" y2="${BASE}"/>
</g></svg></div>
<ul class="legend" role="list" aria-label="Colors">${stack.names.map((name) => keyOf(stack.classOf(name), name))}${stack.hasOthers ? keyOf("other", "Others") : ""}<li><svg aria-hidden="true"><line class="average" x2="100%" y1="50%" y2="50%"/></svg>Average: ${measure.unit}${measure.brief(average)} a ${by}</li></ul>`;
}

/** Of the recorded columns before today's; with none, of today's. */
function averageOf(columns: readonly Column[], { of }: Measure): number {
  const recorded = columns.flatMap(({ isToday, group }) =>
    group === undefined ? [] : [{ isToday, value: of(group) }],
  );
  const past = recorded.filter(({ isToday }) => !isToday);
  const counted = past.length === 0 ? recorded : past;
  return counted.reduce((sum, { value }) => sum + value, 0) / Math.max(1, counted.length);
}

interface Place {
  /** Shares of the chart's width. */
  readonly left: number;
  readonly width: number;
  /** Pixels for each unit of the measure. */
  readonly scale: number;
  readonly value: number;
}

function columnOf(
  column: Column,
  { left, width, scale, value }: Place,
  measure: Measure,
  stack: Stack,
): { bars: Markup; labels: Markup } {
  const middle = percent(left + width / 2);
  const { foot, isWeekend, isToday } = column;
  const shade = isWeekend
    ? html`<rect class="weekend" x="${percent(left)}" width="${percent(width)}" y="0" height="${BASE}"/>`
    : html``;
  const parts = stack.split(column.group?.groups ?? [], measure);
  // A total is capped, so its models can add up to more than it.
  const sum = parts.reduce((all, { amount }) => all + amount, 0);
  const height = sum === 0 ? 0 : Math.min(HEIGHT, Math.max(LEAST_BAR, value * scale));
  let base = BASE;
  const bars = parts.map(({ name, amount }) => {
    const own = (height * amount) / sum;
    base -= own;
    const title = `${column.title}, ${name}: ${measure.unit}${measure.brief(amount)}`;
    return html`<rect class="${stack.classOf(name)}" x="${percent(left + (width * (1 - FILLED)) / 2)}" width="${percent(width * FILLED)}" y="${base.toFixed(2)}" height="${own.toFixed(2)}"><title>${title}</title></rect>`;
  });
  const text =
    sum === 0
      ? html``
      : html`<text class="value" x="${middle}" y="${(BASE - height - 5).toFixed(1)}"><tspan class="unit">${measure.unit}</tspan>${measure.brief(value)}</text>`;
  const feet = foot.map(
    (line, index) => html`<text x="${middle}" y="${BASE + 16 + 15 * index}">${line}</text>`,
  );
  return {
    bars: html`${shade}${bars}`,
    labels: html`<g class="${isToday ? "today" : ""}">${text}${feet}</g>`,
  };
}

function keyOf(color: string, name: string): Markup {
  return html`<li><svg aria-hidden="true"><rect class="${color}" width="100%" height="100%" rx="2"/></svg>${name}</li>`;
}

function labelOf(columns: readonly Column[], by: PageBy, measure: Measure): string {
  const used = columns.flatMap(({ title, group }) => (group === undefined ? [] : [{ title, group }]));
  const most = used.toSorted((a, b) => measure.of(b.group) - measure.of(a.group))[0];
  const total = sumOf(used.flatMap(({ group }) => group.entries));
  const peak = most === undefined ? "" : `; the most was ${measure.text(most.group)}, ${most.title}`;
  return `${measure.name} by ${by}: ${measure.text(total)} in all${peak}. The table below has all figures.`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
