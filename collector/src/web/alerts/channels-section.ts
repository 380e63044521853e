import { html, type Markup } from "../../../../src/report/index.ts";
import type { Attempt, Channel } from "../../store/index.ts";
import { emptyState, type View } from "../site/index.ts";
import { attemptLine } from "./attempt-line.ts";
import { switchText } from "./mute.ts";
import { KIND_NAMES } from "./words.ts";

/** The channels, each with a Test button and its last answer. Without one, how to be warned. */
export function channelsSection(
  channels: readonly Channel[],
  last: ReadonlyMap<number, Attempt>,
  { canChange, now }: View,
): Markup {
  const add = canChange
    ? html`<a class="button${channels.length === 0 ? " main" : ""}" href="/alerts/channels/new">Add a channel</a>`
    : html``;
  if (channels.length === 0)
    return html`<section class="card" aria-labelledby="channels"><h2 id="channels" class="hidden">Channels</h2>${emptyState(
      "Be warned in two steps",
      "The rules below are on already.",
      html`<ol class="steps"><li>Add a channel: a webhook, an ntfy topic, or Slack, Mattermost or Discord.</li><li>Press Test.</li></ol>${add}`,
    )}</section>`;
  const rows = channels.map(
    (
      channel,
    ) => html`<li><div class="what"><strong>${channel.name}</strong> <span class="soft">${KIND_NAMES[channel.kind]}, ${channel.host}</span></div>
<div>${switchText(channel, now)}</div><div>${attemptLine(last.get(channel.id), now)}</div>
${canChange ? html`<div class="actions"><form method="post" action="/alerts/channels/${channel.id}/test"><button class="small" aria-label="Test ${channel.name}">Test</button></form><a class="button small" href="/alerts/channels/${channel.id}" aria-label="Edit ${channel.name}">Edit</a></div>` : ""}</li>`,
  );
  return html`<section class="card" aria-labelledby="channels"><h2 class="with-exports" id="channels">Channels ${add}</h2>
<ul class="rows">${rows}</ul></section>`;
}
