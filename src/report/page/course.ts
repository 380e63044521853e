import { DAY_MS } from "../../base/durations.ts";
import { localTime, shortTime } from "../../text/times.ts";
import type { LimitView } from "../limits/view.ts";
import { html, type Markup } from "../markup.ts";

const WIDTH = 1000;
const FULL = 100;
/** Resets that differ by at most this share of the window are the same reset. */
const SAME_RESET = 0.01;

type Scale = (at: number) => string;
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * How a limit was used, as a line that falls at each reset, against an even pace, with the forecast. Undefined without a
 * window. Its text is outside of the drawing, which stretches.
 */
export function courseOf(view: LimitView, now: number, timeZone?: string): Markup | undefined {
  const { outlook, name, tone } = view;
  if (outlook.window === null || outlook.percent === null) return undefined;
  const current = { start: Date.parse(outlook.window.start), end: Date.parse(outlook.window.end) };
  const length = current.end - current.start;
  const from = Math.min(
    current.start,
    Math.max(firstReading(view), current.end - (length < DAY_MS ? DAY_MS : 2 * length)),
  );
  const x: Scale = (at) => ((WIDTH * (at - from)) / (current.end - from)).toFixed(1);
  const paces = windowsOf(view, current, from).map(
    ({ start, end }) => html`<path class="even" d="M${x(start)} ${FULL}L${x(end)} 0"/>`,
  );
  return html`<figure class="course ${tone}"><figcaption>${name}</figcaption>
<svg role="img" aria-label="${name}: ${outlook.percent}% used, drawn since ${localTime(from, now, timeZone)} against an even pace" viewBox="0 0 ${WIDTH} ${FULL}" preserveAspectRatio="none" height="90">${paces}<path class="now" d="M${x(now)} 0V${FULL}"/>${forecastLine(view, current, now, x)}<path class="line" d="${lineOf(view, from, now, x)}"/></svg>
<p class="ends soft"><span>${shortTime(from, now, timeZone)}</span><span>reset ${shortTime(current.end, now, timeZone)}</span></p></figure>`;
}

function firstReading({ readings }: LimitView): number {
  return Math.min(
    ...readings.map(({ fetchedAt }) => Date.parse(fetchedAt)).filter((at) => !Number.isNaN(at)),
  );
}

/** The current window, and earlier ones of the same length. */
function windowsOf({ readings }: LimitView, current: Stretch, from: number): Stretch[] {
  const length = current.end - current.start;
  const ends: number[] = [current.end];
  for (const { resetsAt } of readings.toReversed()) {
    const end = resetsAt === null ? Number.NaN : Date.parse(resetsAt);
    const isNew = ends.every((known) => Math.abs(known - end) > length * SAME_RESET);
    if (isNew && end > from && end <= current.start + length * SAME_RESET) ends.push(end);
  }
  return ends.map((end) => ({ start: end - length, end }));
}

/** A figure holds until the next one, and at the longest until its reset. */
function lineOf({ readings }: LimitView, from: number, now: number, x: Scale): string {
  const y = (percent: number) => FULL - percent;
  const steps: string[] = [];
  let before: { percent: number; reset: number } | undefined;
  for (const { percent, resetsAt, fetchedAt } of readings) {
    const at = Date.parse(fetchedAt);
    if (!(at <= now)) continue;
    if (at >= from) {
      if (before !== undefined && before.reset <= at && before.reset >= from)
        steps.push(`H${x(before.reset)}V${FULL}`);
      const isFirst = steps.length === 0;
      if (isFirst) steps.push(`M${x(before === undefined ? at : from)} ${y(before?.percent ?? percent)}`);
      steps.push(`H${x(at)}V${y(percent)}`);
    }
    before = { percent, reset: Date.parse(resetsAt ?? "") };
  }
  if (steps.length === 0) steps.push(`M${x(from)} ${y(before?.percent ?? 0)}`);
  if (steps[0]?.startsWith("H")) steps.unshift(`M0 ${FULL}`);
  return `${steps.join("")}H${x(now)}`;
}

function forecastLine(
  { outlook: { forecast, percent, span } }: LimitView,
  { end }: Stretch,
  now: number,
  x: Scale,
): Markup {
  if (forecast.status === "unknown") return html``;
  const to = forecast.status === "runs_out" ? Date.parse(forecast.runsOutAt) : end;
  const start = `M${x(now)} ${FULL - (percent ?? 0)}`;
  const faster =
    span === null || forecast.status === "runs_out"
      ? ""
      : `${start}L${x(to)} ${(FULL - span.most).toFixed(1)}`;
  return html`<path class="ahead" d="${start}L${x(to)} ${FULL - forecast.percentAtReset}${faster}"/>`;
}
