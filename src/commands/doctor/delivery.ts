import { vendor } from "#vendor";
import type { Delivery } from "../../state/index.ts";
import { duration } from "../../text/times.ts";
import { type Check, ok, shellWord, warning } from "./check.ts";
import type { CollectorFacts } from "./collector.ts";
import { CHOOSE_TOKEN } from "./push-token.ts";

/** What became of the last push. @param now epoch milliseconds. */
export function judgeDelivery(delivery: Delivery | undefined, collector: CollectorFacts, now: number): Check {
  const id = "delivery";
  const { baseUrl } = collector;
  if (baseUrl === undefined) return ok(id, "no collector is set: nothing is pushed");
  if (delivery === undefined) return warning(id, "nothing is known of the last push", BEAT);
  const { at, outcome, lastDeliveredAt } = delivery;
  const ago = (instant: string) => `${duration(now - Date.parse(instant))} ago`;
  if (outcome === "delivered") return ok(id, `the last push was delivered ${ago(at)}`);
  const last = lastDeliveredAt === null ? "none was ever" : `the last that was, ${ago(lastDeliveredAt)}`;
  const message = `the last push was not delivered: ${WHY[outcome] ?? "it failed"} (${outcome}); ${last}`;
  return warning(id, message, fixFor(outcome, baseUrl, collector));
}

const BEAT = `${vendor.program} beat`;

const REFUSED = "the collector refused the push token, or that there was none";
const WHY: Readonly<Record<string, string>> = {
  http_401: REFUSED,
  http_403: REFUSED,
  http_404: "the collector takes no pushes at that address",
  http_405: "the collector takes no pushes at that address",
  http_407: "the proxy wants to know who asks",
  too_large: "it was over 64 KiB",
  network: "the collector was not reached, was not trusted, or redirects",
  timeout: "the collector did not answer in time",
  aborted: "the beat was stopped",
};

function fixFor(outcome: string, baseUrl: string, collector: CollectorFacts): string {
  switch (outcome) {
    case "http_401":
    case "http_403":
      return fixForToken(collector);
    case "http_404":
    case "http_405":
      return `set baseUrl (AGENT_USAGE_BASE_URL) right: pushes go to ${baseUrl}/agent-usage`;
    case "http_407":
      return "see to the user and password in HTTPS_PROXY";
    case "too_large":
      return `${vendor.program} snapshot shows what would be sent`;
    case "network":
    case "timeout":
      return fixForReach(collector);
    case "aborted":
      return "the next beat pushes again";
    default:
      return "see to the collector; the next beat pushes again";
  }
}

function fixForToken({ token, tokenFile }: CollectorFacts): string {
  if (tokenFile === undefined)
    return `${CHOOSE_TOKEN}, or see to the service's LoadCredential=push-token; then ${BEAT}`;
  return token.status === "ok"
    ? `put one that it takes into ${shellWord(tokenFile.path)}, or ${CHOOSE_TOKEN} right; then ${BEAT}`
    : `fix what is said of the push token below, then ${BEAT}`;
}

/** The push says only that it failed; the connection that was tried here says why. */
function fixForReach({ reached, hasProxy }: CollectorFacts): string {
  if (hasProxy) return `see to the proxy (HTTPS_PROXY), then ${BEAT}`;
  return reached?.status === "failed"
    ? `fix what is said of the collector below, then ${BEAT}`
    : `the collector is reached now: ${BEAT}; should that fail too, see whether it redirects, which is not followed`;
}
