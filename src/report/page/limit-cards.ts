import { localTime } from "../../text/times.ts";
import type { LimitView } from "../limits/view.ts";
import { whyNotFresh } from "../limits/words.ts";
import { html, type Markup } from "../markup.ts";
import type { PageFacts } from "./facts.ts";
import { CLOCK_NOTE, limitCard } from "./limit-card.ts";

/** A card for each limit, the most urgent first, and what to know about them. */
export function limitCards(views: readonly LimitView[], facts: PageFacts): Markup {
  const cards = views.map((view) => limitCard(view, facts.now, facts.timeZone));
  const hasMark = views.some(({ outlook }) => outlook.window !== null);
  const notes = [...aboutLimits(views, facts), ...(hasMark ? [CLOCK_NOTE] : [])];
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
