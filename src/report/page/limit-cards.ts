import { sentence } from "../../text/sentence.ts";
import { fromNow, localTime, shortTime } from "../../text/times.ts";
import type { LimitView } from "../limits/view.ts";
import { forecastWords, resetOf, usedWords, whyNotFresh } from "../limits/words.ts";
import { html, type Markup } from "../markup.ts";
import type { PageFacts } from "./facts.ts";

/** A card for each limit, the most urgent first, and what to know about them. */
export function limitCards(views: readonly LimitView[], facts: PageFacts): Markup {
  const cards = views.map((view) => cardOf(view, facts));
  const hasMark = views.some(({ outlook }) => outlook.window !== null);
  const notes = [
    ...aboutLimits(views, facts),
    ...(hasMark
      ? ["The line across a bar is the clock: how much of the time until the reset has passed."]
      : []),
  ];
  return html`<section aria-labelledby="limits">
<h2 id="limits" class="hidden">Limits of the plan</h2>
<div class="cards">
${cards}
</div>
<p class="soft notes">${notes.join(" ")}</p>
</section>`;
}

function aboutLimits(
  views: readonly LimitView[],
  { limits, refresh, beatAt, now, timeZone }: PageFacts,
): string[] {
  if (limits === undefined)
    return [`No limits yet: the first refresh gets them. To refresh, run: ${refresh}`];
  const why = whyNotFresh(limits, beatAt, now, timeZone);
  if (why !== undefined) return [why];
  const asOf =
    limits.fetchedAt === null
      ? []
      : [`Limits as of ${localTime(Date.parse(limits.fetchedAt), now, timeZone)}.`];
  return views.length === 0 ? [...asOf, "The plan has no limits."] : asOf;
}

function cardOf(view: LimitView, { now, timeZone }: PageFacts): Markup {
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

/** What is used as a bar, with a line where the clock stands in the window. */
function gaugeOf({ item: { percent }, outlook: { window } }: LimitView): Markup {
  if (percent === undefined) return html``;
  const x = `${((window?.passed ?? 0) * 100).toFixed(1)}%`;
  const clock =
    window === null
      ? html``
      : html`<line class="halo" x1="${x}" x2="${x}" y1="0" y2="18"/><line class="clock" x1="${x}" x2="${x}" y1="0" y2="18"/>`;
  return html`<svg class="gauge" height="18" aria-hidden="true"><rect class="track" y="4" width="100%" height="10" rx="5"/><rect class="fill" y="4" width="${percent}%" height="10" rx="5"/>${clock}</svg>`;
}
