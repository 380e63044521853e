import { plural } from "../../../../src/base/words.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { USUAL_RULE } from "../../alerts/index.ts";
import { exportLinks, hrefWith, type Rendered, type View } from "../site/index.ts";
import { channelsSection } from "./channels-section.ts";
import { historyList, historyTable } from "./history.ts";
import { openAlerts } from "./open.ts";
import { openSection } from "./open-section.ts";
import { rulesSection } from "./rules-section.ts";
import { silenceSection } from "./silence-section.ts";

/** Alerts on a page of the history. */
const PAGE = 10;

export async function alertsPage(view: View): Promise<Rendered> {
  const { store, now } = view;
  const before = Number(view.parameters["before"]?.[0] ?? Number.MAX_SAFE_INTEGER);
  if (!Number.isSafeInteger(before) || before < 1)
    return { status: "wrong_query", parameter: "before", must: "the number of an alert" };
  const [channels, last, stored, watched, machines] = await Promise.all([
    store.alerts.channels(),
    store.alerts.lastAttempts(),
    store.alerts.rules(),
    store.alerts.watchedMachines(),
    store.machines(),
  ]);
  const open = await openAlerts(store, now);
  const entries = await store.alerts.list(PAGE + 1, before);
  const shown = entries.slice(0, PAGE);
  const rules = stored.some(({ account }) => account === null) ? stored : [USUAL_RULE, ...stored];
  const table = historyTable(shown);
  const names = new Map(machines.map(({ id, name, label }) => [id, name ?? label]));
  const older = entries.length > PAGE ? shown.at(-1)?.id : undefined;
  const isFirst = view.parameters["before"] === undefined;
  const body = html`<div class="alerts-page">${channels.length === 0 ? channelsSection(channels, last, view) : ""}
${openSection(open, names, now)}
${channels.length === 0 ? "" : channelsSection(channels, last, view)}
${rulesSection(rules, channels, view)}
${silenceSection(watched, machines, view)}
<section class="card" aria-labelledby="history"><h2 class="with-exports" id="history">All alerts ${shown.length === 0 ? "" : exportLinks(view, table)}</h2>
${shown.length === 0 ? html`<p class="soft">None yet.</p>` : historyList(shown, now)}
${isFirst && older === undefined ? "" : pagesOf(view, isFirst, older)}
</section></div>`;
  const title = open.length === 0 ? "Alerts" : plural(open.length, "open alert");
  return { status: "page", title, nav: "Alerts", body, tables: [table] };
}

/** Links to the newest alerts, and to those before these. */
function pagesOf(view: View, isFirst: boolean, older: number | undefined): Markup {
  const link = (words: string, before: string | undefined, isOff: boolean) =>
    isOff
      ? html`<span class="button off">${words}</span>`
      : html`<a class="button" data-view href="${hrefWith(view, { before })}">${words}</a>`;
  return html`<nav class="pager" aria-label="Pages of the list">${link("Newest", undefined, isFirst)}${link("Older", String(older), older === undefined)}</nav>`;
}
