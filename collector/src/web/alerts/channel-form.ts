import { html, type Markup } from "../../../../src/report/index.ts";
import { hasInvisible } from "../../../../src/text/visible.ts";
import { type ChannelSecrets, checkUrl, makeWebhookSecret, seal, unseal } from "../../alerts/index.ts";
import { CHANNEL_KINDS, type Channel, type ChannelKind, type NewChannel } from "../../store/index.ts";
import { carefulButton, fieldOf } from "../site/index.ts";
import { switchedBy, switchFields } from "./mute.ts";
import { KIND_NAMES } from "./words.ts";

const MOST_CHARACTERS = 80;

export type ReadChannel =
  | {
      readonly status: "ok";
      readonly channel: NewChannel;
      /** A webhook's new secret, to be shown once. */
      readonly secret: string | undefined;
    }
  | { readonly status: "wrong"; readonly field: "name" | "url" | "token"; readonly message: string };

export interface ChannelInput {
  readonly form: URLSearchParams;
  /** The channel that is changed; undefined for a new one. */
  readonly current: Channel | undefined;
  readonly hmacKey: Buffer;
  readonly allowPrivate: boolean;
  readonly now: number;
}

/** Reads the form of a channel. An empty URL or token keeps the one that is stored. */
export function readChannel({ form, current, hmacKey, allowPrivate, now }: ChannelInput): ReadChannel {
  const kind = current?.kind ?? kindOf(fieldOf(form, "kind"));
  const given = fieldOf(form, "name").trim().normalize("NFC");
  const token = fieldOf(form, "token").trim();
  if (given.length > MOST_CHARACTERS)
    return {
      status: "wrong",
      field: "name",
      message: `Give it a name of at most ${MOST_CHARACTERS} characters.`,
    };
  if (hasInvisible(given))
    return { status: "wrong", field: "name", message: "The name has characters that cannot be seen." };
  if (!/^[\x21-\x7e]{0,200}$/.test(token))
    return { status: "wrong", field: "token", message: "A token has at most 200 letters, digits and signs." };
  const stored = current === undefined ? undefined : unseal(current.sealed, hmacKey);
  const text = fieldOf(form, "url").trim() || (stored?.url ?? "");
  const url = checkUrl(kind, text, allowPrivate);
  if (url.status === "wrong") return { status: "wrong", field: "url", message: url.message };
  const isNewSecret = kind === "webhook" && (stored?.secret === undefined || fieldOf(form, "renew") === "1");
  const secret = isNewSecret ? makeWebhookSecret() : undefined;
  // Another server is not given the token of this one.
  const storedToken = url.host === current?.host ? stored?.token : undefined;
  const kept = {
    url: url.url,
    token: token || storedToken,
    secret: secret ?? stored?.secret,
  };
  const switched =
    current === undefined ? { enabled: true, mutedUntil: null } : switchedBy(form, current.mutedUntil, now);
  const name = given || url.host.slice(0, MOST_CHARACTERS);
  const sealed = seal(kept satisfies ChannelSecrets, hmacKey);
  return { status: "ok", channel: { name, kind, host: url.host, sealed, ...switched }, secret };
}

export interface ChannelForm {
  readonly kind: ChannelKind;
  readonly current: Channel | undefined;
  readonly now: number;
  /** What was given and why it is wrong. */
  readonly given?: URLSearchParams;
  readonly wrong?: { readonly field: string; readonly message: string };
}

export function kindOf(text: string): ChannelKind {
  return CHANNEL_KINDS.find((kind) => kind === text) ?? "webhook";
}

export function channelForm({ kind, current, now, given, wrong }: ChannelForm): Markup {
  const action = current === undefined ? "/alerts/channels" : `/alerts/channels/${current.id}`;
  const name = given?.get("name") ?? current?.name ?? "";
  const invalid = (field: string) =>
    wrong?.field === field ? html` aria-invalid="true" aria-describedby="wrong"` : "";
  return html`<section class="card form"><form class="stacked" method="post" action="${action}">
${wrong === undefined ? "" : html`<p class="error" role="alert" id="wrong">${wrong.message}</p>`}
${current === undefined ? kindFields(kind) : html`<p class="soft">${KIND_NAMES[kind]}, ${current.host}</p>`}
<label for="url">URL <span class="hint">${current === undefined ? "It is stored encrypted, and never shown again." : "Leave it empty to keep the one that is stored."}</span></label>
<input id="url" name="url" type="url" autocomplete="off" spellcheck="false" placeholder="https://"${current === undefined ? html` required` : ""}${invalid("url")}>
<label for="name">Name <span class="hint">If it is empty, the name is the URL's host.</span></label>
<input id="name" name="name" maxlength="${MOST_CHARACTERS}" autocomplete="off" value="${name}"${invalid("name")}>
${
  current === undefined || kind === "ntfy"
    ? html`<label for="token">Access token <span class="hint">For a protected topic of ntfy only.</span></label>
<input id="token" name="token" type="password" autocomplete="off"${invalid("token")}>`
    : ""
}
${current === undefined ? "" : switchFields(current, now)}
${current !== undefined && kind === "webhook" ? html`<p><label class="check"><input type="checkbox" name="renew" value="1"> Make a new secret. The old one ends at once.</label></p>` : ""}
<p><button class="main">${current === undefined ? "Add" : "Save"}</button> <a class="button" href="/alerts">Cancel</a></p>
</form>${current === undefined ? "" : removalOf(current)}</section>`;
}

function removalOf({ id, name }: Channel): Markup {
  return html`<div class="removal"><p class="soft">What was sent to it stays in the list of alerts.</p>${carefulButton(`/alerts/channels/${id}/remove`, "Remove", {}, name)}</div>`;
}

function kindFields(chosen: ChannelKind): Markup {
  const hints: Readonly<Record<ChannelKind, string>> = {
    webhook: "JSON, signed as Standard Webhooks",
    ntfy: "the URL of a topic, such as https://ntfy.sh/my-topic",
    slack: "an incoming webhook; for Discord, add /slack to its URL",
  };
  const rows = CHANNEL_KINDS.map(
    (kind) =>
      html`<p><label class="check"><input type="radio" name="kind" value="${kind}"${kind === chosen ? html` checked` : ""}> ${KIND_NAMES[kind]} <span class="hint">${hints[kind]}</span></label></p>`,
  );
  return html`<fieldset class="plain"><legend>Kind</legend>${rows}</fieldset>`;
}
