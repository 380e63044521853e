import { html, type Markup } from "../../../../src/report/index.ts";
import { ruleFor } from "../../alerts/index.ts";
import type { AlertRule, Channel, Store } from "../../store/index.ts";
import { copyable, type Rendered } from "../site/index.ts";
import { attemptLine } from "./attempt-line.ts";
import { reasonsOf } from "./rules-section.ts";

/** What somebody needs who has added a channel: a Test button with its result, and what will come through it. */
export async function tryChannelPage(
  { alerts }: Pick<Store, "alerts">,
  channel: Channel,
  now: number,
  secret?: string,
): Promise<Rendered> {
  const [last, stored] = await Promise.all([alerts.lastAttempts(), alerts.rules()]);
  const rules = [ruleFor(stored, null), ...stored.filter(({ account }) => account !== null)];
  const given =
    secret === undefined
      ? ""
      : html`<li><h2>Give the receiver its secret</h2><p class="soft">It checks the signatures with it. It is not shown again.</p>${copyable(secret)}</li>`;
  const body = html`<section class="card start"><ol class="line-steps">${given}
<li><h2>Send a test</h2><p>${attemptLine(last.get(channel.id), now)}</p>
<form method="post" action="/alerts/channels/${channel.id}/test"><input type="hidden" name="from" value="channel"><button class="main">Test</button></form></li>
<li><h2>Be warned</h2>${comesThrough(rules, channel)}</li></ol>
<p><a class="button" href="/alerts">Done</a></p></section>`;
  return { status: "page", title: `Try ${channel.name}`, nav: "Alerts", body };
}

/** The rules that are on, and lead to this channel. */
function comesThrough(rules: readonly AlertRule[], { id }: Channel): Markup {
  const own = rules.filter(
    ({ enabled, channels }) => enabled && (channels.length === 0 || channels.includes(id)),
  );
  const items = own.map(
    (rule) => html`<li><b>${rule.account ?? "All accounts"}</b>: ${reasonsOf(rule)}</li>`,
  );
  return items.length === 0
    ? html`<p class="soft">No rule leads to this channel. <a href="/alerts#rules">Change the rules</a></p>`
    : html`<p class="soft">These rules are on already. <a href="/alerts#rules">Change them</a></p><ul>${items}</ul>`;
}
