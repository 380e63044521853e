import { isIP } from "node:net";
import type { ChannelKind } from "../store/index.ts";
import { isPublic } from "./address.ts";

const MOST_CHARACTERS = 2_048;

export type CheckedUrl =
  | { readonly status: "ok"; readonly url: string; readonly host: string }
  /** `message` says what it must be, and never repeats it. */
  | { readonly status: "wrong"; readonly message: string };

/** Checks the URL of a channel as far as can be done without asking for its address. */
export function checkUrl(kind: ChannelKind, text: string, allowPrivate: boolean): CheckedUrl {
  const url = text.length <= MOST_CHARACTERS && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.protocol !== "https:") return wrong("The URL must begin with https://.");
  if (url.username !== "" || url.password !== "") return wrong("The URL must have no user and no password.");
  if (url.hash !== "") return wrong("The URL must have no fragment (#).");
  if (kind === "ntfy" && topicOf(url) === undefined)
    return wrong("The URL must end with the topic, such as https://ntfy.sh/my-topic.");
  const host = bareHost(url);
  if (!allowPrivate && (isIP(host) === 0 ? isLocalName(host) : !isPublic(host)))
    return wrong(
      "This address is private. To allow private addresses, start the collector with --allow-private-webhooks on.",
    );
  return { status: "ok", url: url.href, host: url.host };
}

/** The topic of ntfy, and the server that it is on; undefined if the URL names none. */
export function topicOf(url: URL): { readonly topic: string; readonly server: string } | undefined {
  const [, path = "", topic = ""] = /^(\/(?:.+\/)?)([A-Za-z0-9_-]{1,64})\/?$/.exec(url.pathname) ?? [];
  return topic === "" || url.search !== "" ? undefined : { topic, server: `${url.origin}${path}` };
}

/** Without the brackets of IPv6. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function isLocalName(host: string): boolean {
  return /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host);
}

function wrong(message: string): CheckedUrl {
  return { status: "wrong", message };
}
