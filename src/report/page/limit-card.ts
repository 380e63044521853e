import { sentence } from "../../text/sentence.ts";
import { fromNow, shortTime } from "../../text/times.ts";
import type { LimitView } from "../limits/view.ts";
import { forecastWords, resetOf, usedWords } from "../limits/words.ts";
import { html, type Markup } from "../markup.ts";

const ALL = 100;

/** For a page with at least one such line. */
export const CLOCK_NOTE =
  "A bar shows what is left of a limit, and the line across it what is left of the time until its reset.";

/** What is left of a limit, the forecast, and the reset. */
export function limitCard(view: LimitView, now: number, timeZone?: string): Markup {
  const { item, name, left, tone } = view;
  const forecast = forecastWords(view, now, timeZone);
  const at = resetOf(item);
  const reset =
    at === undefined
      ? ""
      : ` ${at > now ? "Resets" : "Reset"} ${shortTime(at, now, timeZone)}, ${fromNow(at, now)}.`;
  return html`<article class="card limit ${tone}">
<h3>${name}</h3>
<p class="big">${left === undefined ? html`–` : html`${left}%<small> left</small>`}</p>
${gaugeOf(view)}${forecast === undefined ? "" : html`<p class="forecast">${sentence(forecast)}</p>`}
<p class="soft">${left === undefined ? sentence(usedWords(view)) : `${item.percent}% used.`}${reset}</p>
</article>`;
}

/** What is left as a bar, with a line for what is left of the time until the reset. */
function gaugeOf({ item: { percent }, outlook: { window } }: LimitView): Markup {
  if (percent === undefined) return html``;
  const x = `${((1 - (window?.passed ?? 0)) * 100).toFixed(1)}%`;
  const clock =
    window === null
      ? html``
      : html`<line class="halo" x1="${x}" x2="${x}" y1="0" y2="18"/><line class="clock" x1="${x}" x2="${x}" y1="0" y2="18"/>`;
  return html`<svg class="gauge" height="18" aria-hidden="true"><rect class="track" y="4" width="100%" height="10" rx="5"/><rect class="fill" y="4" width="${Math.max(0, ALL - percent)}%" height="10" rx="5"/>${clock}</svg>`;
}
