import { DAY_MS, HOUR_MS } from "../../base/durations.ts";
import type { Span } from "../../forecast/index.ts";
import { largest } from "../../text/numbers.ts";
import { dayName, localDay, localTime } from "../../text/times.ts";
import type { Point } from "../limits/thin.ts";
import { html, type Markup } from "../markup.ts";

/** The drawing's own units, which stretch to its width. */
const WIDTH = 1000;
const FULL = 100;
/** In pixels. */
const HEIGHT = 132;
const FOOT = 26;
/** With more resets than this, the course of each window is too narrow: each slot of time is a bar as high as its highest. */
const MOST_RESETS = 24;
/** How much of its slot a bar takes, and the lowest one, of the height of 100. */
const FILLED = 0.8;
const LEAST_BAR = 1;
/** The most slots of time that have a text of their own. */
const MOST_SLOTS = 62;
const SHORT_DAYS = 8;
const MOST_TICKS = 6;
const LAST_TICK = 0.86;

/** What the chart of a limit's history shows. Instants in epoch milliseconds. */
export interface HistoryFacts {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Oldest first. */
  readonly points: readonly Point[];
  /** Past resets, within the range or not. */
  readonly resets: readonly number[];
  /** Where the limit stands now, and what it would reach at its reset; undefined without a forecast. */
  readonly ahead: { readonly percent: number; readonly end: number; readonly span: Span } | undefined;
}

type Scale = (at: number) => string;

/** How a limit was used over a range: a line that falls at each reset, shaded where the limit was full, with the forecast. */
export function historyChart(facts: HistoryFacts, now: number, timeZone?: string): Markup {
  const { from, ahead } = facts;
  const to = Math.max(facts.to, ahead?.end ?? 0);
  const x: Scale = (at) => ((WIDTH * (Math.min(to, Math.max(from, at)) - from)) / (to - from)).toFixed(1);
  const points = facts.points.filter(({ at, until }) => until >= from && at <= to);
  const shown = facts.resets.filter((at) => at > from && at < to);
  const slots = slotsOf(points, from, to, now);
  const isDense = shown.length > MOST_RESETS;
  return html`<div class="history"><svg role="img" aria-label="${labelOf(facts.name, points)}" height="${HEIGHT + FOOT}" data-chart>
${gridOf()}<svg class="plot" viewBox="0 0 ${WIDTH} ${FULL}" preserveAspectRatio="none" height="${HEIGHT}">${isDense ? barsOf(slots, x) : courseOf(points, shown, x)}${aheadOf(facts, now, x)}</svg>
${ticksOf(from, to, timeZone)}
${slots.map((slot) => slotMark(slot, from, to, now, timeZone))}</svg></div>`;
}

function gridOf(): Markup {
  const lines = [FULL, FULL / 2, 0].map((percent) => {
    const y = (HEIGHT * (FULL - percent)) / FULL;
    return html`<line class="${percent === 0 ? "base" : "grid"}" x2="100%" y1="${y}" y2="${y}"/><text class="row" x="-6" y="${y + 4}">${percent}%</text>`;
  });
  return html`${lines}`;
}

/** The line of the use, with a line at each reset. */
function courseOf(points: readonly Point[], resets: readonly number[], x: Scale): Markup {
  const lines =
    resets.length === 0
      ? html``
      : html`<path class="even" d="${resets.map((at) => `M${x(at)} 0V${FULL}`).join("")}"/>`;
  return html`${fullOf(points, x)}${lines}<path class="area" d="${areaOf(points, x)}"/><path class="line" d="${lineOf(points, x)}"/>`;
}

/** A bar for each slot with a reading, as high as its highest; red where the limit was full. */
function barsOf(slots: readonly Slot[], x: Scale): Markup {
  const pathOf = (own: readonly Slot[]) =>
    own
      .map(({ at, until, points }) => {
        const top = FULL - Math.max(LEAST_BAR, largest(points.map(({ percent }) => percent)));
        return `M${x(at)} ${FULL}V${top}H${x(at + FILLED * (until - at))}V${FULL}Z`;
      })
      .join("");
  const used = slots.filter(({ points }) => points.length > 0);
  const isFull = ({ points }: Slot) => points.some(({ percent }) => percent >= FULL);
  return html`<path class="bars-of" d="${pathOf(used.filter((slot) => !isFull(slot)))}"/><path class="bars-of full" d="${pathOf(used.filter(isFull))}"/>`;
}

/** A line for each stretch of time without a gap. */
function lineOf(points: readonly Point[], x: Scale): string {
  return strokes(points)
    .map((own) => {
      const [first] = own;
      const steps = own.map(({ until, percent }) => `V${FULL - percent}H${x(until)}`);
      return first === undefined ? "" : `M${x(first.at)} ${FULL - first.percent}${steps.join("")}`;
    })
    .join("");
}

function areaOf(points: readonly Point[], x: Scale): string {
  return strokes(points)
    .map((own) => {
      const steps = own.map(({ until, percent }) => `V${FULL - percent}H${x(until)}`);
      return `M${x(own[0]?.at ?? 0)} ${FULL}${steps.join("")}V${FULL}Z`;
    })
    .join("");
}

/** Points that follow one another without a gap. */
function strokes(points: readonly Point[]): Point[][] {
  const all: Point[][] = [];
  for (const point of points) {
    const last = all.at(-1);
    if (last !== undefined && last.at(-1)?.until === point.at) last.push(point);
    else all.push([point]);
  }
  return all;
}

function fullOf(points: readonly Point[], x: Scale): Markup {
  const paths = points
    .filter(({ percent }) => percent >= FULL)
    .map(({ at, until }) => `M${x(at)} 0H${x(until)}V${FULL}H${x(at)}Z`);
  return paths.length === 0 ? html`` : html`<path class="used-up" d="${paths.join("")}"/>`;
}

/** From where the limit stands to what it would reach, at the slower and at the faster pace. */
function aheadOf({ ahead }: HistoryFacts, now: number, x: Scale): Markup {
  if (ahead === undefined) return html``;
  const { percent, end, span } = ahead;
  const y = (value: number) => (FULL - value).toFixed(1);
  const start = `M${x(now)} ${y(percent)}`;
  return html`<path class="cone" d="${start}L${x(end)} ${y(span.least)}V${y(span.most)}Z"/><path class="ahead" d="${start}L${x(end)} ${y(span.least)}${start}L${x(end)} ${y(span.most)}"/><path class="now" d="M${x(now)} 0V${FULL}"/>`;
}

function ticksOf(from: number, to: number, timeZone: string | undefined): Markup {
  const days = Math.max(1, Math.round((to - from) / DAY_MS));
  const step = Math.ceil(days / MOST_TICKS) * DAY_MS;
  const count = Math.ceil((to - from) / step);
  const ticks = Array.from({ length: count }, (_, index) => from + index * step).filter(
    // A name begins at its day, and needs room before the end.
    (at) => (at - from) / (to - from) < LAST_TICK,
  );
  return html`${ticks.map((at, index) => {
    const left = ((100 * (at - from)) / (to - from)).toFixed(2);
    // The instants of a range are those of days; in another zone they may be late on the day before.
    const name = dayName(localDay(at + DAY_MS / 2, timeZone));
    return html`<text class="tick${index % 2 === 1 ? " odd" : ""}" x="${left}%" y="${HEIGHT + 18}">${name}</text>`;
  })}`;
}

/** A part of the time that is shown, with what was read in it. */
interface Slot {
  readonly at: number;
  readonly until: number;
  readonly points: readonly Point[];
}

/** The time until now in days, in parts of a day if the range is short, or in several days. */
function slotsOf(points: readonly Point[], from: number, to: number, now: number): Slot[] {
  const days = (to - from) / DAY_MS;
  const step = days <= SHORT_DAYS ? 6 * HOUR_MS : Math.ceil(days / MOST_SLOTS) * DAY_MS;
  const end = Math.min(to, now);
  const count = Math.max(0, Math.ceil((end - from) / step));
  let first = 0;
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * step;
    const until = Math.min(end, at + step);
    while ((points[first]?.until ?? until) < at) first++;
    const own: Point[] = [];
    for (let next = first; (points[next]?.at ?? until) < until; next++) own.push(points[next] as Point);
    return { at, until, points: own };
  });
}

/** Where a slot of time is, with what is said of it. */
function slotMark(
  { at, until, points }: Slot,
  from: number,
  to: number,
  now: number,
  timeZone: string | undefined,
): Markup {
  const [left, width] = [at - from, until - at].map((length) => ((100 * length) / (to - from)).toFixed(3));
  return html`<g data-point><rect class="hit" x="${left ?? 0}%" width="${width ?? 0}%" height="${HEIGHT}"/><title>${slotText(points, at, now, timeZone)}</title></g>`;
}

/** What happened in a slot of time, a line each. */
function slotText(points: readonly Point[], at: number, now: number, timeZone: string | undefined): Markup {
  const when = localTime(at, now, timeZone);
  const highest = largest(points.map(({ percent }) => percent));
  const what = points.length === 0 ? html`No reading` : html`At most: ${highest}% used`;
  return html`From ${when}
${what}`;
}

function labelOf(name: string, points: readonly Point[]): string {
  const highest = largest(points.map(({ percent }) => percent));
  const most = points.length === 0 ? "no reading" : `at most ${highest}% used`;
  return `${name} over the range: ${most}. The table below has every window.`;
}
