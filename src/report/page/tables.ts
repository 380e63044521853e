import { tokensOf } from "../../contract/index.ts";
import { grouped } from "../../text/numbers.ts";
import { visible } from "../../text/visible.ts";
import { costCell } from "../cost-cell.ts";
import { namesOf } from "../group-names.ts";
import { type Group, type Sum, sumOf } from "../groups.ts";
import type { GroupKey } from "../keys.ts";
import { html, type Markup } from "../markup.ts";
import type { PageBy } from "./facts.ts";
import type { Measure } from "./measure.ts";

type Column = readonly [head: string, cell: (sum: Sum) => string];
const COLUMNS: readonly Column[] = [
  ["Tokens", ({ counts }) => grouped(tokensOf(counts))],
  ["Requests", ({ counts }) => grouped(counts.requests)],
  ["Input", ({ counts }) => grouped(counts.inputTokens)],
  ["Output", ({ counts }) => grouped(counts.outputTokens)],
  ["Cache written", ({ counts }) => grouped(counts.cacheCreationTokens)],
  ["Cache read", ({ counts }) => grouped(counts.cacheReadTokens)],
];

/** All figures by day or week, the newest first, and by model or machine within it. @param groups oldest first */
export function figuresTable(
  groups: readonly Group[],
  [by, inner]: readonly [PageBy, GroupKey],
  measure: Measure,
): Markup {
  const columns = columnsFor(measure);
  const nameOf = namesOf(groups);
  const bodies = groups.toReversed().map((group) => {
    const rows = group.groups.map(
      (own) =>
        html`<tr><th scope="row" class="inner" title="${own.value}">${nameOf(own)}</th>${cells(own, columns)}</tr>`,
    );
    return html`<tbody><tr class="sum"><th scope="rowgroup">${nameOf(group)}</th>${cells(group, columns)}</tr>
${rows}</tbody>`;
  });
  return tableOf(`All figures by ${by} and ${inner}`, by === "day" ? "Day" : "Week", columns, bodies, groups);
}

export function projectsTable(groups: readonly Group[], measure: Measure): Markup {
  const columns = columnsFor(measure);
  const rows = groups.map(
    (group) => html`<tr><th scope="row">${visible(group.value)}</th>${cells(group, columns)}</tr>`,
  );
  return tableOf("All projects", "Project", columns, [html`<tbody>${rows}</tbody>`], groups);
}

function columnsFor({ name }: Measure): readonly Column[] {
  return name === "Cost" ? [["Cost", costCell], ...COLUMNS] : COLUMNS;
}

function cells(sum: Sum, columns: readonly Column[]): readonly Markup[] {
  return columns.map(([, cell]) => html`<td>${cell(sum)}</td>`);
}

function tableOf(
  title: string,
  first: string,
  columns: readonly Column[],
  bodies: readonly Markup[],
  groups: readonly Group[],
): Markup {
  const heads = [first, ...columns.map(([head]) => head)].map((head) => html`<th scope="col">${head}</th>`);
  const total = sumOf(groups.flatMap(({ entries }) => entries));
  return html`<details><summary>${title}</summary>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table aria-label="${title}">
<thead><tr>${heads}</tr></thead>
${bodies}
<tfoot><tr><th scope="row">Total</th>${cells(total, columns)}</tr></tfoot>
</table></div></details>`;
}
