import { addDays, torontoDay } from "../../../../src/base/calendar.ts";
import {
  costNotes,
  footerOf,
  groupsOf,
  html,
  type Markup,
  sumOf,
  useCard,
} from "../../../../src/report/index.ts";
import { localDay, weekdayName, wholeTime } from "../../../../src/text/times.ts";
import { namesOf } from "../names.ts";
import { emptyState, type View } from "../site/index.ts";
import { headlineOf, limitsSection, ownedLimits } from "./limits.ts";
import { machinesCard, machinesPanel } from "./machines.ts";
import { type FleetUse, fleetUse, usagePanels, usageTable } from "./usage.ts";

const WEEK = 7;

/** The overview's headline and what is below it. */
export interface Overview {
  readonly title: string;
  readonly body: Markup;
}

/** What is left of the limits, what was used, on which machines. Without a machine, how to add one. */
export async function overview({
  store,
  now,
  canChange,
}: Pick<View, "store" | "now" | "canChange">): Promise<Overview> {
  const machines = (await store.machines()).filter(({ archived }) => !archived);
  if (machines.length === 0)
    return canChange
      ? { title: "Add your first machine", body: NO_MACHINES }
      : { title: "Overview", body: html`<section class="card">${NOT_YET}</section>` };
  const names = namesOf(machines);
  const [owned, use] = await Promise.all([ownedLimits(store, names, now), fleetUse(store, names, now)]);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const body = html`<p class="soft made">${wholeTime(now)}, ${timeZone} time</p>
${limitsSection(owned, now)}
<section aria-labelledby="use"><h2 id="use" class="hidden">Usage now</h2>
<div class="cards">
${useCards(use, now)}
${machinesCard(machines, now)}
</div></section>
${usagePanels(use, now)}
${machinesPanel(machines, use.entries, names, now)}
${usageTable(use)}
${footerOf(costNotes([sumOf(use.entries), ...groupsOf(use.entries, ["model"])]))}`;
  return { title: headlineOf(owned, now) ?? "Overview", body };
}

/** Today and the last 7 days. */
function useCards({ entries, days }: FleetUse, now: number): Markup {
  const today = torontoDay(now);
  const since = addDays(today, 1 - WEEK);
  const cardOf = (name: string, first: string): Markup =>
    useCard(
      name,
      entries.filter(({ day }) => day >= first),
      days.some(({ day }) => day >= first),
    );
  const name = localDay(now) === today ? "Today" : weekdayName(today);
  return html`${cardOf(name, today)}${cardOf("Last 7 days", since)}`;
}

const NOT_YET = emptyState(
  "No machine has joined yet",
  "Limits and usage are here as soon as one has. An admin can add it.",
);
const NO_MACHINES = html`<section class="card start" aria-labelledby="start">
<h2 id="start">No machine has joined yet</h2>
<ol>
<li>Make a line here. It works once, for 1 hour.</li>
<li>Paste it into a shell on a machine that has agent-usage.</li>
<li>Its limits and its usage are here as soon as it has joined.</li>
</ol>
<form method="post" action="/invite"><button class="main">Make a line</button></form>
</section>`;
