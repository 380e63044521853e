import { html, type Markup } from "../../../../src/report/index.ts";
import type { AlertRule, Channel } from "../../store/index.ts";
import type { View } from "../site/index.ts";
import { switchText } from "./mute.ts";

/** What raises alerts, by account. */
export function rulesSection(
  rules: readonly AlertRule[],
  channels: readonly Channel[],
  { canChange, now }: View,
): Markup {
  const rows = rules.map((rule) => {
    const name = rule.account ?? "All accounts";
    const whens = [
      ...(rule.percents.length === 0
        ? []
        : [`at ${rule.percents.map((percent) => `${percent}%`).join(", ")} used`]),
      ...(rule.runsOut ? ["runs out early"] : []),
      ...(rule.reset ? ["has reset"] : []),
    ];
    const to =
      rule.channels.length === 0
        ? "all channels"
        : channels
            .filter(({ id }) => rule.channels.includes(id))
            .map((channel) => channel.name)
            .join(", ");
    const href = `/alerts/rules/edit${rule.account === null ? "" : `?for=${encodeURIComponent(rule.account)}`}`;
    const remove = html`<form method="post" action="/alerts/rules/remove"><input type="hidden" name="account" value="${rule.account ?? ""}"><button class="danger" aria-label="Remove the rule of ${name}">Remove</button></form>`;
    return html`<li><div class="what"><strong>${name}</strong> <span class="soft">${whens.join("; ") || "never warned"}</span></div>
<div>${switchText(rule, now)}</div><div>to ${to || "no channel"}</div>
${canChange ? html`<div class="actions"><a class="button" href="${href}" aria-label="Edit the rule of ${name}">Edit</a>${rule.account === null ? "" : remove}</div>` : ""}</li>`;
  });
  const add = canChange ? html`<a class="button" href="/alerts/rules/new">Add a rule for an account</a>` : "";
  return html`<section class="card" aria-labelledby="rules"><h2 class="with-exports" id="rules">Rules ${add}</h2>
<ul class="rows">${rows}</ul></section>`;
}
