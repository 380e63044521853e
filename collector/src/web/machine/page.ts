import { html, type Markup } from "../../../../src/report/index.ts";
import { newestVersions, seenOf, standingOf, systemName, versionsOf } from "../machines/index.ts";
import { hrefWith, type Rendered, timeOf, type View } from "../site/index.ts";
import { type Found, findMachine } from "./find.ts";
import { limitsLink, managePanel, partsPanel, warningsOf } from "./manage.ts";
import { tokensTable } from "./tokens.ts";
import { machineUse } from "./use.ts";

/** One machine: what it used by day and model, what runs there, its tokens, and what can be done with it. */
export async function machinePage(view: View): Promise<Rendered> {
  const found = await findMachine(view);
  if (found === undefined) return { status: "not_found" };
  const { machine, name, parts } = found;
  const asked = view.params["id"];
  if (asked !== machine.id) return partPage(found, parts.find(({ id }) => id === asked)?.label ?? "");
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const [use, tokens, watched] = await Promise.all([
    machineUse(view, machine.id),
    view.store.secrets.tokensOf(machine.id),
    view.store.alerts.watchedMachines(),
  ]);
  const { now, canChange } = view;
  const isShared = view.visitor.kind === "share";
  const standing = standingOf(machine, newestVersions(found.machines), now);
  const since =
    standing.presence === "silent" && machine.lastSeen !== null
      ? timeOf(machine.lastSeen, now, timeZone)
      : undefined;
  const body = html`${isShared ? "" : html`<p class="soft crumb"><a href="${hrefWith(view, {}, "/machines")}">All machines</a></p>`}
${warningsOf(view, found, since)}
${factsPanel(view, found, standing, timeZone)}
${use.body}
${
  isShared
    ? ""
    : html`<div class="panels"><section class="card panel wide" aria-labelledby="tokens"><h2 id="tokens">Tokens</h2>${tokensTable(tokens, found, { now, timeZone, canChange })}</section>
${partsPanel(view, found)}</div>`
}
${canChange ? managePanel(found, watched.find(({ id }) => id === machine.id)?.afterMs) : ""}`;
  return { status: "page", title: name, nav: "Machines", body, tables: use.tables };
}

/** A machine that is shown as a part of another. */
function partPage({ machine, name }: Found, label: string): Rendered {
  const body = html`<section class="card confirm"><p>It was merged, and is shown as a part of <b>${name}</b>.</p><p><a class="button" href="/machines/${machine.id}">Go to ${name}</a></p></section>`;
  return { status: "page", title: label, nav: "Machines", body };
}

function accountOf(view: View, found: Found): Markup {
  const name = found.machine.account ?? "None";
  if (view.visitor.kind === "share") return html`${name}`;
  return html`${name}<span class="line-2">${limitsLink(view, found)}</span>`;
}

/** When it was seen, what runs there, and whose limits it uses. */
function factsPanel(
  view: View,
  found: Found,
  standing: ReturnType<typeof standingOf>,
  timeZone: string,
): Markup {
  const { machine } = found;
  const { now } = view;
  const facts: readonly (readonly [string, Markup | string])[] = [
    ["Last seen", seenOf(machine.lastSeen, standing.presence, now, timeZone)],
    ["Joined", timeOf(machine.firstSeen, now, timeZone)],
    ["Versions", versionsOf(machine, standing)],
    ["System", systemName(machine.os)],
    ["Account", accountOf(view, found)],
    [
      "Own name",
      html`${machine.label}<span class="line-2" title="${machine.machineId}">${machine.program}, id ${machine.id}</span>`,
    ],
  ];
  return html`<section class="card" aria-label="About this machine"><dl class="facts">${facts.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`,
  )}</dl></section>`;
}
