import { html, type Markup, MEASURES, type Measure, measureOf, panel } from "../../../../src/report/index.ts";
import type { FleetUsages } from "../../store/index.ts";
import {
  chipsOf,
  choicesOf,
  controlsOf,
  emptyState,
  foldOf,
  GROUPINGS_SHOWN,
  hrefWith,
  type PageGrouping,
  type Table,
  type View,
} from "../site/index.ts";
import {
  figuresOf,
  type GroupNames,
  groupColors,
  MOST_GROUPS,
  sumFrom,
  topList,
  usageChart,
} from "../usage/index.ts";

const HEADS = { model: "By model", machine: "By machine", account: "By account" } as const;
export const UNITS = ["cost", "tokens"] as const;

export function readUse({ store, range: { from, to }, filters, parameters }: View): Promise<FleetUsages> {
  const rankedBy = parameters["unit"]?.[0] === "tokens" ? "tokens" : "cost";
  return store.fleetUsages({ from, to, top: MOST_GROUPS, rankedBy, ...filters });
}

/** What the page measures: as asked, else dollars if anything has a price. Undefined for an unknown unit. */
export function measureFor(view: View, use: FleetUsages): Measure | undefined {
  const unit = view.parameters["unit"]?.[0];
  if (unit === undefined) return measureOf(sumFrom(use.model.total));
  return unit === "cost" || unit === "tokens" ? MEASURES[unit] : undefined;
}

/** The days, the grouping, the unit and the filters. */
export function usageControls(view: View, by: PageGrouping, measure: Measure, nameOf: GroupNames): Markup {
  const units = choicesOf(
    "Unit",
    UNITS.map((unit) => ({
      href: hrefWith(view, { unit }),
      words: MEASURES[unit].name,
      isCurrent: MEASURES[unit] === measure,
    })),
  );
  return html`${controlsOf(view, by, units)}${chipsOf(view, nameOf)}`;
}

/** The chart with its tables, and what took the most. */
export function usagePanels(
  view: View,
  by: PageGrouping,
  use: FleetUsages,
  measure: Measure,
  names: GroupNames,
): { body: Markup; tables: Table[] } {
  const own = use[by];
  if (own.days.length === 0) return { body: nothing(view), tables: [] };
  const { from, to } = view.range;
  const nameOf = (key: string | null) => names(by, key);
  const { chart, table } = usageChart({ use: own, from, to, today: view.today, by, nameOf, measure });
  const figures = figuresOf(own, by, nameOf);
  const isShared = view.visitor.kind === "share";
  const colors = groupColors(
    by,
    own.groups.map(({ key }) => key),
  );
  const lists = GROUPINGS_SHOWN.map((each) => {
    const list = topList({
      use: use[each],
      by: each,
      measure,
      nameOf: (key) => names(each, key),
      hrefOf: isShared ? undefined : (key) => hrefWith(view, { [each]: [key ?? ""] }),
      ...(each === by && { colorOf: (index) => colors[index] ?? "other" }),
    });
    return panel(`by-${each}`, HEADS[each], list);
  });
  const body = html`<div class="panels">${panel("by-time", table.caption, html`${chart}${foldOf(view, table)}${foldOf(view, figures)}`, "whole")}
${lists}</div>`;
  return { body, tables: [table, figures] };
}

function nothing(view: View): Markup {
  const isFiltered = Object.values(view.filters).some((values) => values.length > 0);
  return html`<section class="card">${
    isFiltered
      ? emptyState("Nothing matches these filters", "No machine has sent such usage for these days.")
      : emptyState(
          "No data for these days",
          "A machine sends its figures when it joins, and then every 15 minutes.",
        )
  }</section>`;
}
