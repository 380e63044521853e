import { html, type Markup } from "../../../../src/report/index.ts";
import { duration, fromNow } from "../../../../src/text/times.ts";
import type { Machine, WatchedMachine } from "../../store/index.ts";
import type { View } from "../site/index.ts";
import { silenceForm, silenceOptions } from "./silence.ts";

/** The most machines that can be chosen from here. With more, each machine's page has the form. */
const MOST = 300;

/** The machines whose silence warns. */
export function silenceSection(
  watched: readonly WatchedMachine[],
  machines: readonly Machine[],
  { canChange, now }: View,
): Markup {
  if (machines.length === 0) return html``;
  const items = watched.map(
    ({ id, name, afterMs, seen }) =>
      html`<li><strong>${name}</strong> <span class="soft">last seen ${fromNow(seen, now)}</span> ${canChange ? silenceForm(id, afterMs) : html`<span class="soft">warns after ${duration(afterMs)}</span>`}</li>`,
  );
  return html`<section class="card" aria-labelledby="silence"><h2 id="silence">Silent machines</h2>
<p class="soft">Laptops sleep, so only the machines you choose are watched. The collector's own downtime does not count.</p>
${items.length === 0 ? "" : html`<ul class="firing watched">${items}</ul>`}${canChange ? watchForm(machines.filter(({ id, archived }) => !archived && !watched.some((each) => each.id === id))) : ""}</section>`;
}

function watchForm(machines: readonly Machine[]): Markup {
  if (machines.length > MOST) return html`<p class="soft">To watch a machine, open its page.</p>`;
  if (machines.length === 0) return html``;
  const options = machines.map(
    ({ id, name, label }) => html`<option value="${id}">${name ?? label}</option>`,
  );
  return html`<form class="inline-form" method="post" action="/alerts/silence">
<div><label for="machine">Machine</label> <select id="machine" name="machine">${options}</select></div>
<div><label for="after">Warn when silent for</label> <select id="after" name="after">${silenceOptions(24)}</select></div>
<button>Watch</button></form>`;
}
