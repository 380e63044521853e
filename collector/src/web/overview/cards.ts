import { HOUR_MS } from "../../../../src/base/durations.ts";
import { plural } from "../../../../src/base/words.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { fromNow } from "../../../../src/text/times.ts";
import type { Machine } from "../../store/index.ts";

/** A machine pushes every 15 minutes: one that was seen within this long is active. */
const ACTIVE_MS = HOUR_MS;

/** How many machines are active, and when one was last seen. */
export function machinesCard(machines: readonly Machine[], now: number): Markup {
  const last = machines.reduce((latest, { lastSeen }) => Math.max(latest, lastSeen ?? 0), 0);
  const active = machines.filter(({ lastSeen }) => lastSeen !== null && now - lastSeen < ACTIVE_MS).length;
  const seen = last === 0 ? "No push yet." : `Last push ${fromNow(last, now)}.`;
  return html`<article class="card use"><h3>${plural(machines.length, "machine")}</h3>
<p class="big">${active}<small> active</small></p>
<p class="soft">${seen}</p></article>`;
}
