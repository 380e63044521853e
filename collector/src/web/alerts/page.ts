import { html, type Markup } from "../../../../src/report/index.ts";
import { limitName } from "../../../../src/text/limit-name.ts";
import { fromNow } from "../../../../src/text/times.ts";
import { type Alerts, USUAL_RULE } from "../../alerts/index.ts";
import { exportLinks, hrefWith, type Rendered, type View } from "../site/index.ts";
import { channelsSection } from "./channels-section.ts";
import { type Firing, firingNow } from "./firing.ts";
import { historyList, historyTable } from "./history.ts";
import { rulesSection } from "./rules-section.ts";
import { silenceSection } from "./silence-section.ts";
import { timeOf } from "./words.ts";

/** Alerts on a page of the history. */
const PAGE = 25;

export async function alertsPage(view: View, alerts: Alerts): Promise<Rendered> {
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
  const firing = await firingNow(store, alerts, now);
  const entries = await store.alerts.list(PAGE + 1, before);
  const shown = entries.slice(0, PAGE);
  const rules = stored.some(({ account }) => account === null) ? stored : [USUAL_RULE, ...stored];
  const table = historyTable(shown);
  const names = new Map(machines.map(({ id, name, label }) => [id, name ?? label]));
  const older = entries.length > PAGE ? shown.at(-1)?.id : undefined;
  const body = html`<div class="alerts-page">${firingSection(firing, names, now)}
${channelsSection(channels, last, view)}
${rulesSection(rules, channels, view)}
${silenceSection(watched, machines, view)}
<section class="card" aria-labelledby="history"><h2 class="with-exports" id="history">All alerts ${shown.length === 0 ? "" : exportLinks(view, table)}</h2>
${shown.length === 0 ? html`<p class="soft">None yet.</p>` : historyList(shown, now)}
${view.parameters["before"] === undefined && older === undefined ? "" : html`<p class="paging">${view.parameters["before"] === undefined ? "" : html`<a href="${hrefWith(view, { before: undefined })}">Newest</a> `}${older === undefined ? "" : html`<a href="${hrefWith(view, { before: String(older) })}">Older</a>`}</p>`}
</section></div>`;
  const title = firing.length === 0 ? "Alerts" : `Alerts: ${firing.length} now`;
  return { status: "page", title, nav: "Alerts", body, tables: [table] };
}

function firingSection(firing: readonly Firing[], names: ReadonlyMap<string, string>, now: number): Markup {
  const rows = firing.map(({ alert, reading, machine }) => {
    const owner = alert.account ?? names.get(alert.machine ?? "") ?? `machine ${alert.machine}`;
    if (machine !== undefined)
      return html`<li><strong>${owner}</strong> <span>silent</span> <span class="soft">last seen ${fromNow(machine.seen, now)}</span></li>`;
    const used = reading?.percent == null ? "" : `${reading.percent}% used`;
    const runs =
      alert.runsOutAt !== null && alert.runsOutAt > now
        ? html`runs out ${timeOf(alert.runsOutAt, now)}, `
        : "";
    const resets = alert.windowAt === null ? "" : html`resets ${timeOf(alert.windowAt, now)}`;
    return html`<li><strong>${owner}</strong> <span>${limitName(alert)}: ${used}</span> <span class="soft">${runs}${resets}</span></li>`;
  });
  const list =
    rows.length === 0
      ? html`<p class="soft">Nothing. No limit is over a threshold, and no watched machine is silent.</p>`
      : html`<ul class="firing">${rows}</ul>`;
  return html`<section class="card" aria-labelledby="firing"><h2 id="firing">Now</h2>${list}</section>`;
}
