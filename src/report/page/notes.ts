import { TIME_ZONE } from "../../base/calendar.ts";
import { PRICES_DATE } from "../../prices/index.ts";
import { sentence } from "../../text/sentence.ts";
import { dayName, zoneWords } from "../../text/times.ts";
import { marksOf } from "../cost-cell.ts";
import { entriesOf, groupsOf, type Sum } from "../groups.ts";
import { html, type Markup } from "../markup.ts";
import type { PageFacts } from "./facts.ts";

/** What to know about the figures. */
export function pageNotes({ days, notes }: PageFacts): Markup {
  const groups = groupsOf(entriesOf(days), ["day", "model"]);
  return footerOf([
    ...notes.map(sentence),
    ...costNotes(groups.flatMap((group) => [group, ...group.groups])),
  ]);
}

/** What to know about the costs and days of a page. @param sums what it shows */
export function costNotes(sums: readonly Sum[]): string[] {
  const isPriced = sums.some(({ cost }) => cost.status === "priced" && cost.high > 0);
  const marks = marksOf(sums);
  return [
    ...(isPriced
      ? [`Costs are estimates at API list prices of ${dayName(PRICES_DATE)} ${PRICES_DATE.slice(0, 4)}.`]
      : []),
    ...(isPriced && marks.isRange
      ? ["~ the middle of a range: how long some cache writes last is not known."]
      : []),
    ...(isPriced && marks.isPartial ? ["+ some models have no price."] : []),
    `Days are in ${zoneWords(TIME_ZONE)}.`,
  ];
}

export function footerOf(notes: readonly string[]): Markup {
  return html`<footer>${notes.map((note) => html`<p class="soft">${note}</p>`)}</footer>`;
}
