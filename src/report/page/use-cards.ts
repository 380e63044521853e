import { torontoDay } from "../../base/calendar.ts";
import { plural } from "../../base/words.ts";
import { tokensOf } from "../../contract/index.ts";
import { short } from "../../text/numbers.ts";
import { localDay, weekdayName } from "../../text/times.ts";
import { entriesOf, groupsOf, sumOf } from "../groups.ts";
import { html, type Markup } from "../markup.ts";
import type { DayUse } from "../use.ts";
import type { PageFacts } from "./facts.ts";
import { familyOf } from "./families.ts";
import { measureOf } from "./measure.ts";

/** Today and the last 7 days: what they cost, with requests and tokens. */
export function useCards({ week, now, timeZone }: PageFacts): Markup {
  const today = torontoDay(now);
  const isLocal = localDay(now, timeZone) === today;
  return html`<section aria-labelledby="use">
<h2 id="use" class="hidden">Usage now</h2>
<div class="cards">
${cardOf(
  isLocal ? "Today" : weekdayName(today),
  week.filter(({ day }) => day === today),
)}
${cardOf("Last 7 days", week)}
</div>
</section>`;
}

function cardOf(name: string, days: readonly DayUse[]): Markup {
  const entries = entriesOf(days);
  const sum = sumOf(entries);
  const { counts } = sum;
  const [top] = groupsOf(entries, ["model"]);
  const isUsed = counts.requests > 0 || tokensOf(counts) > 0;
  const measure = measureOf(sum);
  const tokens = measure.name === "Cost" ? `, ${short(tokensOf(counts))} tokens` : "";
  const most = top === undefined ? "" : `, mostly ${familyOf(top.value)}`;
  const words = `${plural(counts.requests, "request", short(counts.requests))}${tokens}${most}`;
  return html`<article class="card use">
<h3>${name}</h3>
<p class="big">${isUsed ? amount(measure.text(sum)) : html`–`}</p>
<p class="soft">${isUsed ? words : days.length === 0 ? "No record yet." : "Nothing used."}</p>
</article>`;
}

/** The unit is smaller than the number. */
function amount(text: string): Markup {
  const [number = "", ...unit] = text.split(" ");
  return unit.length === 0 ? html`${number}` : html`${number}<small> ${unit.join(" ")}</small>`;
}
