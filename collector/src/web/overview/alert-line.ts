import { plural } from "../../../../src/base/words.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import type { Channel, Machine } from "../../store/index.ts";
import type { OpenAlert } from "../alerts/index.ts";
import type { Names } from "../names.ts";
import type { View } from "../site/index.ts";

export interface Attention {
  readonly open: readonly OpenAlert[];
  /** That machines push from two copies; empty if none does. */
  readonly copies: Markup;
  readonly channels: readonly Pick<Channel, "name" | "enabled">[];
  readonly most: Markup;
}

/** What needs attention, and who is warned, with the way to both. */
export function alertLine(
  { open, copies, channels, most }: Attention,
  { canChange }: Pick<View, "canChange">,
): Markup {
  const on = channels.filter(({ enabled }) => enabled);
  const state =
    open.length === 0
      ? html`<span>No <a href="/alerts">alert</a> is open.</span>`
      : html`<span><a href="/alerts"><b>${plural(open.length, "open alert")}</b></a>: ${reasonsOf(open)}.</span>`;
  const receivers =
    on.length === 0
      ? html`<span>The rules are on, but nobody is warned yet.${canChange ? html` <a class="button small" href="/alerts/channels/new">Add a channel</a>` : ""}</span>`
      : html`<span class="soft">Warnings go to <a href="/alerts#channels">${on.length > 2 ? plural(on.length, "channel") : on.map(({ name }) => name).join(" and ")}</a>.</span>`;
  const isCalm = open.length === 0 && copies.toString() === "";
  return html`<section class="alert-line${isCalm ? "" : " some"}" aria-label="Needs attention"><div>${state}${copies}</div>${most}${receivers}</section>`;
}

/** The machines that two copies push as. */
export function copiesOf(machines: readonly Machine[], names: Names): Markup {
  const own = machines.filter(({ twoHomesAt }) => twoHomesAt !== null);
  const [first] = own;
  if (first === undefined) return html``;
  const [href, words] =
    own.length === 1
      ? [`/machines/${first.id}`, names.get(first.id) ?? first.label]
      : ["/machines?show=copies", plural(own.length, "machine")];
  return html` <span>Two copies push as <a href="${href}"><b>${words}</b></a>.</span>`;
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
