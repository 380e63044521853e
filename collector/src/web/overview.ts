import { addDays, torontoDay } from "../../../src/base/calendar.ts";
import { tokensOf, totalOf } from "../../../src/contract/index.ts";
import { chartOf, type DayUse } from "../../../src/report/index.ts";
import { limitName } from "../../../src/text/limit-name.ts";
import { short } from "../../../src/text/numbers.ts";
import { fromNow } from "../../../src/text/times.ts";
import type { LimitReading, Machine, Store, UsageRow } from "../store/index.ts";
import { type Html, html, trusted } from "./html.ts";

/** The days that are shown, today included. */
const DAYS = 30;

/** Usage by day stacked by machine, the limits, and the machines. */
export async function overview(store: Store, now: number): Promise<Html> {
  const machines = (await store.machines()).filter(({ archived }) => !archived);
  if (machines.length === 0) return NO_MACHINES;
  const to = torontoDay(now);
  const rows = await store.usage({ from: addDays(to, 1 - DAYS), to, by: ["day", "machine"] });
  const names = namesOf(machines);
  const days = daysOf(rows, names);
  return html`${limitsSection(await store.limits(), names, now)}
<section aria-labelledby="tokens"><h2 id="tokens">Tokens by day and machine, last ${DAYS} days</h2>
${days.length === 0 ? html`<p>No usage in these days.</p>` : html`${trusted(chartOf(days, "day", "machine"))}${dayTable(days)}`}
</section>
${machinesSection(machines, names, now)}
${ADD_MACHINE}`;
}

const ADD_MACHINE = html`<form method="post" action="/invite"><button>Add a machine</button></form>`;
const NO_MACHINES = html`<p>No machine has joined yet. Make a line, and paste it on a machine that has agent-usage.</p>
${ADD_MACHINE}`;

/** The name of each machine. Two of the same name are told apart by their id. */
function namesOf(machines: readonly Machine[]): ReadonlyMap<string, string> {
  const plain = machines.map(({ id, name, label }) => [id, name ?? label] as const);
  const isUnique = (name: string) => plain.filter(([, other]) => other === name).length === 1;
  return new Map(plain.map(([id, name]) => [id, isUnique(name) ? name : `${name} (${id})`]));
}

/** The rows as days of the report, with machines in the place of models. A day without a row is absent, not zero. */
function daysOf(rows: readonly UsageRow[], names: ReadonlyMap<string, string>): DayUse[] {
  const days = new Map<string, DayUse["models"][number][]>();
  for (const row of rows) {
    const use = {
      model: names.get(row.machine ?? "") ?? `archived (${row.machine})`,
      requests: Number(row.requests),
      inputTokens: Number(row.inputTokens),
      outputTokens: Number(row.outputTokens),
      cacheCreationTokens: Number(row.cacheCreationTokens),
      cacheReadTokens: Number(row.cacheReadTokens),
    };
    days.set(row.day ?? "", [...(days.get(row.day ?? "") ?? []), use]);
  }
  return [...days].map(([day, models]) => ({ day, state: "frozen", models, total: totalOf(models) }));
}

function dayTable(days: readonly DayUse[]): Html {
  const rows = days.toReversed().map(
    ({ day, models, total }) =>
      html`<tr><th scope="row" class="text">${day}</th><td>${models.length}</td><td>${total.requests}</td>
<td><data value="${tokensOf(total)}">${short(tokensOf(total))}</data></td></tr>`,
  );
  return html`<details><summary>The same as numbers</summary><div class="scroll"><table><thead><tr><th scope="col" class="text">Day</th><th scope="col">Machines</th>
<th scope="col">Requests</th><th scope="col">Tokens</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

function limitsSection(
  limits: readonly LimitReading[],
  names: ReadonlyMap<string, string>,
  now: number,
): Html {
  const rows = limits.map((reading) => {
    const { account, machine, percent, fetchedAt } = reading;
    const whose = account ?? names.get(machine ?? "") ?? "-";
    return html`<tr><th scope="row" class="text">${whose}</th><td class="text">${limitName(reading)}</td>
<td>${percent === null ? "-" : `${percent}%`}</td><td>${fromNow(fetchedAt, now)}</td></tr>`;
  });
  if (rows.length === 0) return html`<section><h2>Limits</h2><p>No machine has sent limits.</p></section>`;
  return html`<section aria-labelledby="limits"><h2 id="limits">Limits</h2><div class="scroll"><table><thead><tr>
<th scope="col" class="text">Account</th><th scope="col" class="text">Limit</th><th scope="col">Used</th><th scope="col">As of</th>
</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function machinesSection(
  machines: readonly Machine[],
  names: ReadonlyMap<string, string>,
  now: number,
): Html {
  const rows = machines.map(
    ({ id, os, agentUsageVersion, lastSeen, twoHomesAt, revoked }) =>
      html`<tr><th scope="row" class="text">${names.get(id)}${twoHomesAt === null ? "" : " (pushes from two homes)"}${revoked ? " (revoked)" : ""}</th>
<td class="text">${os}</td><td>${agentUsageVersion ?? "-"}</td><td>${lastSeen === null ? "never" : fromNow(lastSeen, now)}</td></tr>`,
  );
  return html`<section aria-labelledby="machines"><h2 id="machines">Machines</h2><div class="scroll"><table><thead><tr>
<th scope="col" class="text">Name</th><th scope="col" class="text">System</th><th scope="col">Version</th><th scope="col">Last seen</th>
</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}
