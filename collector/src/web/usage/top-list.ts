import { plural } from "../../../../src/base/words.ts";
import { html, type Markup, type Measure } from "../../../../src/report/index.ts";
import { largest } from "../../../../src/text/numbers.ts";
import type { FleetUsage } from "../../store/index.ts";
import type { PageGrouping } from "../site/index.ts";
import { distinctNames } from "./names.ts";
import { sumFrom } from "./sums.ts";

export interface TopListFacts {
  readonly use: FleetUsage;
  readonly by: PageGrouping;
  readonly measure: Measure;
  readonly nameOf: (key: string | null) => string;
  /** A link that shows this group alone. Without one, names are no links. */
  readonly hrefOf?: ((key: string | null) => string) | undefined;
  /** The class of a group's color, by its place. */
  readonly colorOf?: (index: number) => string;
}

/** What took the most, with its share of all. Each name leads to the group alone. */
export function topList({ use, by, measure, nameOf, hrefOf, colorOf = () => "plain" }: TopListFacts): Markup {
  const sums = use.groups.map(({ sum }) => sumFrom(sum));
  const names = distinctNames(
    use.groups.map(({ key }) => key),
    nameOf,
  );
  const values = sums.map(measure.of);
  const valueAt = (index: number) => values[index] ?? 0;
  const total = measure.of(sumFrom(use.total));
  const most = largest(values, Number.MIN_VALUE);
  // The store has the costliest first; tokens may be in another order. A group keeps its color.
  const order = [...sums.keys()].sort((a, b) => valueAt(b) - valueAt(a));
  const items = order.map((index) => {
    const key = use.groups[index]?.key ?? null;
    const value = valueAt(index);
    const share = total === 0 ? "" : shareText(value / total);
    const name = names[index] ?? "";
    const link =
      hrefOf === undefined
        ? html`${name}`
        : html`<a href="${hrefOf(key)}" data-view title="Show ${key ?? name} alone">${name}</a>`;
    return html`<li><span class="name">${link}</span> <span class="share">${share}</span> <b>${sums[index] === undefined ? "" : measure.text(sums[index])}</b><svg height="6" aria-hidden="true"><rect class="${colorOf(index)}" width="${((100 * value) / most).toFixed(1)}%" height="6" rx="2"/></svg></li>`;
  });
  const { others } = use;
  const rest =
    others === undefined
      ? html``
      : html`<p class="soft">${plural(others.count, `more ${by}`)}: ${measure.text(sumFrom(others.sum))}</p>`;
  return html`<ol class="bars" role="list">${items}</ol>${rest}`;
}

function shareText(share: number): string {
  return share > 0 && share < 0.01 ? "<1%" : `${Math.round(100 * share)}%`;
}
