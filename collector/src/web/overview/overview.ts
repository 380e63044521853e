import { costNotes, footerOf, html, type Markup } from "../../../../src/report/index.ts";
import { openAlerts } from "../alerts/index.ts";
import { namesOf } from "../names.ts";
import { emptyState, type Rendered, type View } from "../site/index.ts";
import { groupNames, sumFrom, totalCards } from "../usage/index.ts";
import { alertLine, copiesOf } from "./alert-line.ts";
import { machinesCard, mostCard, mostLine, mostUsed } from "./cards.ts";
import { headlineOf, limitsSection, ownedLimits } from "./limits.ts";
import { measureFor, readUse, UNITS, usageControls, usagePanels } from "./usage.ts";

/** What is left of the limits, and what was used in a range. Without a machine, how to add one. */
export async function overview(view: View): Promise<Rendered> {
  const { store, now } = view;
  const all = await store.machines();
  const machines = all.filter(({ archived }) => !archived);
  if (machines.length === 0) return page("Overview", view.canChange ? NO_MACHINES : NOT_YET);
  const names = namesOf(all);
  const isShared = view.visitor.kind === "share";
  const [limits, use, channels] = await Promise.all([
    ownedLimits(store, names, now),
    readUse(view),
    store.alerts.channels(),
  ]);
  const open = isShared ? [] : await openAlerts(store, now, limits.views);
  const measure = measureFor(view, use);
  if (measure === undefined)
    return { status: "wrong_query", parameter: "unit", must: `one of ${UNITS.join(", ")}` };
  const nameOf = groupNames(names);
  const most = mostUsed(view, use, measure, nameOf);
  const by = view.by ?? "model";
  const { body, tables } = usagePanels(view, by, use, measure, nameOf);
  const sums = [use[by].total, ...use[by].groups.map(({ sum }) => sum)].map(sumFrom);
  return {
    ...page(
      headlineOf(limits.owned, now) ?? "Overview",
      html`${isShared ? "" : alertLine({ open, copies: copiesOf(machines, names), channels, most: mostLine(most, view) }, view)}
${limitsSection(limits, now, isShared)}
<section aria-labelledby="use"><h2 id="use" class="section">Usage</h2>
${usageControls(view, by, measure, nameOf)}
<div class="cards">${totalCards(view, use[by])}${machinesCard(machines, (id) => nameOf("machine", id), view)}${mostCard(most, view)}</div>
${body}</section>
${footerOf(costNotes(sums))}`,
    ),
    tables,
  };
}

function page(title: string, body: Markup) {
  return { status: "page", nav: "Overview", title, body } as const;
}

const NOT_YET = html`<section class="card">${emptyState(
  "No machine has joined yet",
  "Limits and usage are here as soon as one has. An admin can add it.",
)}</section>`;
const NO_MACHINES = html`<section class="card start" aria-labelledby="start">
<h2 id="start">No machine has joined yet</h2>
<ol>
<li>Make a line to join with. It works once, for 1 hour.</li>
<li>Paste it into a shell on the machine. The page says how to install agent-usage there.</li>
<li>Its limits and its usage are here as soon as it has joined.</li>
</ol>
<form method="post" action="/invite"><button class="main">Make a line</button></form>
</section>`;
