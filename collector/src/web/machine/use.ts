import { costNotes, footerOf, html, type Markup, measureOf, panel } from "../../../../src/report/index.ts";
import { controlsOf, emptyState, foldOf, type Table, type View } from "../site/index.ts";
import {
  figuresOf,
  groupColors,
  groupNames,
  MOST_GROUPS,
  sumFrom,
  topList,
  totalCards,
  usageChart,
} from "../usage/index.ts";

/** What a machine used in the range, by day and model, beside the period before. */
export async function machineUse(view: View, id: string): Promise<{ body: Markup; tables: Table[] }> {
  const { from, to } = view.range;
  const use = await view.store.fleetUsage({ from, to, by: "model", top: MOST_GROUPS, machine: [id] });
  const cards = html`<h2 class="section">Usage</h2>${controlsOf(view)}<div class="cards">${totalCards(view, use)}</div>`;
  if (use.days.length === 0) {
    const text = "A machine sends its figures when it joins, and then every 15 minutes.";
    return {
      body: html`${cards}<section class="card">${emptyState("No data for these days", text)}</section>`,
      tables: [],
    };
  }
  const names = groupNames(new Map());
  const nameOf = (key: string | null) => names("model", key);
  const measure = measureOf(sumFrom(use.total));
  const { chart, table } = usageChart({ use, from, to, today: view.today, by: "model", nameOf, measure });
  const figures = figuresOf(use, "model", nameOf);
  const colors = groupColors(
    "model",
    use.groups.map(({ key }) => key),
  );
  const models = topList({ use, by: "model", measure, nameOf, colorOf: (index) => colors[index] ?? "other" });
  const body = html`${cards}
<div class="panels">${panel("by-time", table.caption, html`${chart}${foldOf(view, table)}${foldOf(view, figures)}`, "wide")}
${panel("by-model", "By model", models)}</div>
${footerOf(costNotes([use.total, ...use.groups.map(({ sum }) => sum)].map(sumFrom)))}`;
  return { body, tables: [table, figures] };
}
