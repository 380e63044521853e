import { plural } from "../../base/words.ts";
import { tokensOf } from "../../contract/index.ts";
import { short } from "../../text/numbers.ts";
import { type Entry, groupsOf, sumOf } from "../groups.ts";
import { html, type Markup } from "../markup.ts";
import { familyOf } from "./families.ts";
import { measureOf } from "./measure.ts";

/** What was used, as a card. @param isRecorded whether anything is known of these days */
export function useCard(name: string, entries: readonly Entry[], isRecorded: boolean): Markup {
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
<p class="soft">${isUsed ? words : isRecorded ? "Nothing used." : "No record yet."}</p>
</article>`;
}

/** The unit is smaller than the number. */
function amount(text: string): Markup {
  const [number = "", ...unit] = text.split(" ");
  return unit.length === 0 ? html`${number}` : html`${number}<small> ${unit.join(" ")}</small>`;
}
