import { plural } from "../../../../src/base/words.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import type { Channel } from "../../store/index.ts";
import type { OpenAlert } from "../alerts/index.ts";
import type { View } from "../site/index.ts";

/** How many alerts are open and who is warned, with the way to both. */
export function alertLine(
  open: readonly OpenAlert[],
  channels: readonly Pick<Channel, "name" | "enabled">[],
  { canChange }: Pick<View, "canChange">,
  most: Markup,
): Markup {
  const on = channels.filter(({ enabled }) => enabled);
  const state =
    open.length === 0
      ? html`<span>No <a href="/alerts">alert</a> is open.</span>`
      : html`<span><a href="/alerts"><b>${plural(open.length, "open alert")}</b></a>: ${reasonsOf(open)}.</span>`;
  const receivers =
    on.length === 0
      ? html`<span>Nobody is warned yet.${canChange ? html` <a class="button small" href="/alerts/channels/new">Add a channel</a>` : ""}</span>`
      : html`<span class="soft">Warnings go to ${on.length > 2 ? plural(on.length, "channel") : on.map(({ name }) => name).join(" and ")}. <a href="/alerts">${canChange ? "Change" : "Details"}</a></span>`;
  return html`<section class="alert-line${open.length === 0 ? "" : " some"}" aria-label="Alerts">${state}${most}${receivers}</section>`;
}

/** `2 limits over a threshold, 1 silent machine`. */
function reasonsOf(open: readonly OpenAlert[]): string {
  const count = (why: OpenAlert["why"]) => open.filter((one) => one.why === why).length;
  const [over, early, silent] = [count("percent"), count("runs_out"), count("silence")];
  return [
    ...(early === 0 ? [] : [`${plural(early, "limit")} used up or about to be`]),
    ...(over === 0 ? [] : [`${plural(over, "limit")} over a threshold`]),
    ...(silent === 0 ? [] : [plural(silent, "silent machine")]),
  ].join(", ");
}
