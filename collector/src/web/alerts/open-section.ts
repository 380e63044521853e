import { forecastWords, html, type Markup } from "../../../../src/report/index.ts";
import { limitName } from "../../../../src/text/limit-name.ts";
import { sentence } from "../../../../src/text/sentence.ts";
import { fromNow } from "../../../../src/text/times.ts";
import { timeOf } from "../site/index.ts";
import type { OpenAlert } from "./open.ts";

const ALL = 100;

/** What is so now: each limit over a threshold or about to run out, and each silent machine, with a link to it. */
export function openSection(
  open: readonly OpenAlert[],
  names: ReadonlyMap<string, string>,
  now: number,
): Markup {
  const list =
    open.length === 0
      ? html`<p class="soft">Nothing: no limit is over a threshold or about to run out, and no watched machine is silent.</p>`
      : html`<ul class="open-alerts">${open.map((one) => rowOf(one, names, now))}</ul>`;
  return html`<section class="card" aria-labelledby="open"><h2 id="open">Open now</h2>${list}</section>`;
}

function rowOf(one: OpenAlert, names: ReadonlyMap<string, string>, now: number): Markup {
  if (one.why === "silence") {
    const { id, name, seen } = one.machine;
    return html`<li><span class="badge warn">silent</span> <span class="what"><a href="/machines/${id}">${name}</a> <span class="soft">Last seen ${fromNow(seen, now)}.</span></span></li>`;
  }
  const { alert, reading, view, why } = one;
  const used = `${reading.percent ?? 0}% used`;
  const { account, machine } = alert;
  const owner = account ?? names.get(machine ?? "") ?? "A machine that is gone";
  const href =
    account === null ? `/machines/${machine ?? ""}` : `/limits?account=${encodeURIComponent(account)}`;
  const forecast = view === undefined ? undefined : forecastWords(view, now)?.split(";")[0];
  const resets = reading.resetsAt === null ? "" : html` Resets ${timeOf(reading.resetsAt, now)}.`;
  const badge =
    why === "percent"
      ? html`<span class="badge warn">${used}</span>`
      : html`<span class="badge bad">${reading.percent === ALL ? "used up" : "runs out"}</span>`;
  return html`<li>${badge} <span class="what"><a href="${href}">${owner}: ${limitName(alert)}</a> <span class="soft">${why === "percent" ? "" : html`${used}. `}${forecast === undefined ? "" : sentence(forecast)}${resets}</span></span></li>`;
}
