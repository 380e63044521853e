import { html, type Markup } from "../../../../src/report/index.ts";
import type { AlertRule, Channel } from "../../store/index.ts";
import { carefulButton, type View } from "../site/index.ts";
import { switchText } from "./mute.ts";

/** What raises alerts, by account. */
export function rulesSection(
  rules: readonly AlertRule[],
  channels: readonly Channel[],
  { canChange, now }: View,
): Markup {
  const rows = rules.map((rule) => {
    const name = rule.account ?? "All accounts";
    const to =
      rule.channels.length === 0
        ? "all channels"
        : channels
            .filter(({ id }) => rule.channels.includes(id))
            .map((channel) => channel.name)
            .join(", ");
    const href = `/alerts/rules/edit${rule.account === null ? "" : `?for=${encodeURIComponent(rule.account)}`}`;
    const remove = carefulButton(
      "/alerts/rules/remove",
      "Remove",
      { account: rule.account ?? "" },
      `the rule of ${name}`,
    );
    return html`<li><div class="what"><strong>${name}</strong> <span class="soft">${reasonsOf(rule)}</span></div>
<div>${switchText(rule, now)}</div><div>to ${to || "no channel"}</div>
${canChange ? html`<div class="actions"><a class="button small" href="${href}" aria-label="Edit the rule of ${name}">Edit</a>${rule.account === null ? "" : remove}</div>` : ""}</li>`;
  });
  const add = canChange ? html`<a class="button" href="/alerts/rules/new">Add a rule for an account</a>` : "";
  return html`<section class="card" aria-labelledby="rules"><h2 class="with-exports" id="rules">Rules ${add}</h2>
<ul class="rows">${rows}</ul></section>`;
}

/** When a rule warns: `at 50%, 80% used; runs out early`. */
export function reasonsOf({ percents, runsOut, reset }: AlertRule): string {
  const all = [
    ...(percents.length === 0 ? [] : [`at ${percents.map((percent) => `${percent}%`).join(", ")} used`]),
    ...(runsOut ? ["runs out before its reset"] : []),
    ...(reset ? ["has reset"] : []),
  ];
  return all.join("; ") || "never warned";
}
