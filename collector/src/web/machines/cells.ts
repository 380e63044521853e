import { html, type Markup } from "../../../../src/report/index.ts";
import { duration, fromNow, wholeTime } from "../../../../src/text/times.ts";
import type { Machine } from "../../store/index.ts";
import { timeOf } from "../site/index.ts";
import type { Listed } from "./roster.ts";
import type { Presence, Standing } from "./standing.ts";
import { systemName } from "./system.ts";

/** What a machine runs on, and its own name if it was given another one. */
export function aboutOf({ machine, name }: Pick<Listed, "machine" | "name">): string {
  return [systemName(machine.os), ...(name.startsWith(machine.label) ? [] : [machine.label])].join(" · ");
}

/** What needs somebody: a clone, and a machine that may not push. */
export function badgesOf({ twoHomesAt, revoked, archived, merged }: Machine): Markup {
  const badges = [
    ...(twoHomesAt === null ? [] : [["bad", "two copies"] as const]),
    ...(revoked ? [["bad", "revoked"] as const] : []),
    ...(archived ? [["", "archived"] as const] : []),
    ...(merged.length === 0 ? [] : [["", `${merged.length} merged`] as const]),
  ];
  return html`${badges.map(([kind, text]) => html`<span class="badge ${kind}">${text}</span>`)}`;
}

/** When a machine was last seen. One that is silent says since when. */
export function seenOf(lastSeen: number | null, presence: Presence, now: number, timeZone: string): Markup {
  if (lastSeen === null) return html`<span class="seen never">No push yet</span>`;
  const exact = html`datetime="${new Date(lastSeen).toISOString()}" title="${wholeTime(lastSeen, timeZone)}"`;
  if (presence !== "silent")
    return html`<span class="seen ${presence}"><time ${exact}>${fromNow(lastSeen, now)}</time></span>`;
  return html`<span class="seen silent">Silent for ${duration(now - lastSeen)}</span><span class="line-2">since ${timeOf(lastSeen, now, timeZone)}</span>`;
}

/** The version of agent-usage, and below it the coding agent's. Old ones are marked. */
export function versionsOf(
  { agentUsageVersion, agentVersion }: Machine,
  { isOld, isAgentOld }: Pick<Standing, "isOld" | "isAgentOld">,
): Markup {
  if (agentUsageVersion === null) return html`–`;
  const agent =
    agentVersion === null
      ? ""
      : html`<span class="line-2">agent ${agentVersion}${isAgentOld ? OLD : ""}</span>`;
  return html`${agentUsageVersion}${isOld ? OLD : ""}${agent}`;
}

const OLD = html` <span class="badge warn" title="A newer version runs on another machine">old</span>`;

/** A share as a bar with its percent. @param most the largest share: its bar is full */
export function shareOf(share: number | undefined, most: number): Markup {
  if (share === undefined) return html`–`;
  const percent = share * 100;
  const text = percent > 0 && percent < 1 ? "<1%" : `${Math.round(percent)}%`;
  return html`<span class="share-cell"><svg height="8" aria-hidden="true"><rect class="track" width="100%" height="8" rx="2"/><rect class="plain" width="${((100 * share) / Math.max(share, most, Number.MIN_VALUE)).toFixed(2)}%" height="8" rx="2"/></svg>${text}</span>`;
}
