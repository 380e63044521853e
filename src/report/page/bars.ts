import { plural } from "../../base/words.ts";
import { largest } from "../../text/numbers.ts";
import { namesOf } from "../group-names.ts";
import { type Group, sumOf } from "../groups.ts";
import { html, type Markup } from "../markup.ts";
import type { Measure } from "./measure.ts";

/** The most bars of a list. The others are one line. */
const MOST = 6;

/** What took the most. @param noun what each group is. @param colorOf the class of a group's color */
export function barsOf(
  groups: readonly Group[],
  noun: string,
  measure: Measure,
  colorOf: (group: Group) => string = () => "plain",
): Markup {
  const nameOf = namesOf(groups);
  const total = groups.reduce((sum, group) => sum + measure.of(group), 0);
  const most = largest(groups.map(measure.of), Number.MIN_VALUE);
  const items = groups.slice(0, MOST).map((group) => {
    const value = measure.of(group);
    const share = total === 0 ? "" : `${Math.round((100 * value) / total)}%`;
    return html`<li><span class="name" title="${group.value}">${nameOf(group)}</span> <span class="share">${share}</span> <b>${measure.text(group)}</b><svg height="8" aria-hidden="true"><rect class="${colorOf(group)}" width="${((100 * value) / most).toFixed(1)}%" height="8" rx="2"/></svg></li>`;
  });
  const rest = groups.slice(MOST);
  const others =
    rest.length === 0
      ? html``
      : html`<p class="soft">${plural(rest.length, `more ${noun}`)}: ${measure.text(sumOf(rest.flatMap(({ entries }) => entries)))}</p>`;
  return html`<ol class="bars" role="list">${items}</ol>${others}`;
}
