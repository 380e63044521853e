import { instant } from "../api/index.ts";
import type { ChannelKind, StoredAlert } from "../store/index.ts";
import { topicOf } from "./channel-url.ts";
import type { ChannelSecrets } from "./seal.ts";
import type { Outgoing } from "./send.ts";
import { signedHeaders } from "./sign.ts";

/** What a message needs of an alert. */
export type Said = Omit<StoredAlert, "id" | "muted">;

const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "user-agent": "agent-usage-collector",
};
/** ntfy's scale from 1 to 5. */
const HIGH_PRIORITY = 4;

/** An alert as a channel takes it. @param link the page about it @param now when it is sent */
export function messageFor(
  kind: ChannelKind,
  secrets: ChannelSecrets,
  alert: Said,
  link: string,
  now: number,
): Outgoing {
  switch (kind) {
    case "webhook": {
      const body = JSON.stringify(webhookBody(alert, link));
      const signed = signedHeaders(secrets.secret ?? "", { id: alert.uid, body, now });
      return { url: secrets.url, headers: { ...JSON_HEADERS, ...signed }, body };
    }
    case "ntfy":
      return ntfyMessage(secrets, alert, link);
    case "slack":
      return {
        url: secrets.url,
        headers: JSON_HEADERS,
        body: JSON.stringify({ text: slackText(alert, link) }),
      };
  }
}

/** `type`, `timestamp` and `data`, as Standard Webhooks advises. */
function webhookBody(alert: Said, link: string) {
  const isLimit = alert.what !== "silence" && alert.what !== "test";
  return {
    type: TYPES[alert.what],
    timestamp: instant(alert.at),
    data: {
      id: alert.uid,
      title: alert.title,
      text: alert.body,
      account: alert.account,
      machine: alert.machine,
      limit: isLimit ? { kind: alert.kind, group: alert.group, model: alert.model } : null,
      percent: alert.percent,
      threshold: alert.threshold,
      resetsAt: isLimit ? instant(alert.windowAt) : null,
      runsOutAt: instant(alert.runsOutAt),
      url: link,
      test: alert.what === "test",
    },
  };
}

const TYPES = {
  percent: "limit.threshold",
  runs_out: "limit.runs_out",
  reset: "limit.reset",
  silence: "machine.silent",
  test: "test",
} as const;

/** As JSON to the server: a header would have to be ASCII. */
function ntfyMessage({ url, token }: ChannelSecrets, alert: Said, link: string): Outgoing {
  const { topic = "", server = url } = topicOf(new URL(url)) ?? {};
  const isUrgent = alert.what === "percent" || alert.what === "runs_out";
  const body = JSON.stringify({
    topic,
    title: alert.title,
    message: alert.body,
    click: link,
    ...(isUrgent && { priority: HIGH_PRIORITY }),
  });
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return { url: server, headers: { ...JSON_HEADERS, ...authorization }, body };
}

/**
 * Names come from machines. None of them may call people (`@all`), be read as markup, or become a link: Mattermost and Discord read
 * Markdown, and all of them make links of what looks like one.
 */
function slackText({ title, body }: Said, link: string): string {
  const plain = `${title}\n${body}`
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/@|\]|:(?=\/)/g, "$&\u200b");
  return `${plain}\n${link}`;
}
