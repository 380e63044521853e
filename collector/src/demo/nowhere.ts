import type { AlertsOptions } from "../alerts/index.ts";
import { chance } from "./random.ts";

/** How the hosts of the demo's channels end. No host on any network does (RFC 6761). */
export const NOWHERE = ".demo.invalid";

/** Sends an alert. */
type Send = AlertsOptions["send"];

/** Answers in the place of the demo's channels, which do not exist: nothing is sent. Channels that somebody adds are real. */
export function sendNowhere(real: Send, clock: () => number): Send {
  return async (message, signal) => {
    if (!new URL(message.url).hostname.endsWith(NOWHERE)) return real(message, signal);
    // As receivers do, one of them is busy now and then.
    const isBusy = message.url.includes("pager") && chance(clock()) < 0.2;
    return isBusy ? { answer: "failing", status: 503 } : { answer: "delivered", status: 204 };
  };
}
