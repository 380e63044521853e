import { torontoDay } from "../../base/calendar.ts";
import { localDay, weekdayName } from "../../text/times.ts";
import { entriesOf } from "../groups.ts";
import { html, type Markup } from "../markup.ts";
import type { DayUse } from "../use.ts";
import type { PageFacts } from "./facts.ts";
import { useCard } from "./use-card.ts";

/** Today and the last 7 days: what they cost, with requests and tokens. */
export function useCards({ week, now, timeZone }: PageFacts): Markup {
  const today = torontoDay(now);
  const isLocal = localDay(now, timeZone) === today;
  const todays = week.filter(({ day }) => day === today);
  const cardOf = (name: string, days: readonly DayUse[]) => useCard(name, entriesOf(days), days.length > 0);
  return html`<section aria-labelledby="use">
<h2 id="use" class="hidden">Usage now</h2>
<div class="cards">
${cardOf(isLocal ? "Today" : weekdayName(today), todays)}
${cardOf("Last 7 days", week)}
</div>
</section>`;
}
