import { HOUR_MS } from "../../../../src/base/durations.ts";
import { plural } from "../../../../src/base/words.ts";
import {
  type Entry,
  type Group,
  groupsOf,
  html,
  type Markup,
  measureOf,
  panel,
  sumOf,
} from "../../../../src/report/index.ts";
import { fromNow } from "../../../../src/text/times.ts";
import type { Machine } from "../../store/index.ts";
import type { Names } from "../names.ts";
import { DAYS } from "./usage.ts";

/** A machine pushes every 15 minutes: one that was seen within this long is active. */
const ACTIVE_MS = HOUR_MS;

/** How many machines are active, and when one was last seen, as a card. */
export function machinesCard(machines: readonly Machine[], now: number): Markup {
  const seen = machines.flatMap(({ lastSeen }) => lastSeen ?? []);
  const active = machines.filter((machine) => isActive(machine, now)).length;
  const last = seen.length === 0 ? "No push yet." : `Last push ${fromNow(Math.max(...seen), now)}.`;
  return html`<article class="card use">
<h3>${plural(machines.length, "machine")}</h3>
<p class="big">${active}<small> active</small></p>
<p class="soft">${last}</p>
</article>`;
}

/** Every machine: what it used and when it was last seen. What used the most comes first. */
export function machinesPanel(
  machines: readonly Machine[],
  entries: readonly Entry[],
  names: Names,
  now: number,
): Markup {
  const measure = measureOf(sumOf(entries));
  const uses = new Map(groupsOf(entries, ["machine"]).map((group) => [group.value, group]));
  const useOf = ({ id }: Machine): Group | undefined => uses.get(names.get(id) ?? "");
  const size = (machine: Machine): number => {
    const use = useOf(machine);
    return use === undefined ? -1 : measure.of(use);
  };
  const rows = [...machines]
    .sort((a, b) => size(b) - size(a) || ((names.get(a.id) ?? "") < (names.get(b.id) ?? "") ? -1 : 1))
    .map((machine) => {
      const { id, lastSeen } = machine;
      const use = useOf(machine);
      const seen = lastSeen === null ? "never" : fromNow(lastSeen, now);
      return html`<tr><th scope="row">${names.get(id) ?? ""}${badgesOf(machine)}<span class="soft about">${aboutOf(machine)}</span></th>
<td><span class="seen${isActive(machine, now) ? " active" : ""}">${seen}</span></td><td>${use === undefined ? "-" : measure.text(use)}</td></tr>`;
    });
  return panel(
    "machines",
    "Machines",
    html`<div class="scroll" role="region" aria-label="Table of machines" tabindex="0"><table aria-label="Machines"><thead><tr><th scope="col">Machine</th><th scope="col">Last seen</th><th scope="col">${DAYS} days</th></tr></thead>
<tbody>${rows}</tbody></table></div>`,
  );
}

function isActive({ lastSeen }: Machine, now: number): boolean {
  return lastSeen !== null && now - lastSeen < ACTIVE_MS;
}

function badgesOf({ twoHomesAt, revoked }: Machine): Markup {
  const words = [...(twoHomesAt === null ? [] : ["pushes from two homes"]), ...(revoked ? ["revoked"] : [])];
  return html`${words.map((text) => html` <span class="badge bad">${text}</span>`)}`;
}

function aboutOf({ os, agentUsageVersion, account }: Machine): string {
  const version = agentUsageVersion === null ? [] : [`agent-usage ${agentUsageVersion}`];
  return [os, ...version, ...(account === null ? [] : [account])].join(", ");
}
