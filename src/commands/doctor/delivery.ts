import { vendor } from "#vendor";
import { shellWord } from "../../base/shell-word.ts";
import { pushFailure } from "../../failures/index.ts";
import type { Delivery } from "../../state/index.ts";
import { duration } from "../../text/times.ts";
import { type Check, ok, warning } from "./check.ts";
import type { CollectorFacts } from "./collector.ts";
import { settingName } from "./fixes.ts";
import { TOKEN_SETTING } from "./push-token.ts";

/** The result of the last push. @param now epoch milliseconds. */
export function judgeDelivery(delivery: Delivery | undefined, collector: CollectorFacts, now: number): Check {
  const id = "delivery";
  const { baseUrl } = collector;
  if (baseUrl === undefined) return ok(id, "no collector is set: nothing is pushed");
  if (delivery === undefined) return warning(id, "the result of the last push is unknown", BEAT);
  const { at, outcome, lastDeliveredAt } = delivery;
  const ago = (instant: string) => `${duration(now - Date.parse(instant))} ago`;
  if (outcome === "delivered") return ok(id, `the last push was delivered ${ago(at)}`);
  const { what, fix } = pushFailure(outcome);
  const last = lastDeliveredAt === null ? "none was delivered yet" : `last delivered ${ago(lastDeliveredAt)}`;
  const message = `the last push was not delivered: ${what}; ${last}`;
  return warning(id, message, fixFor(outcome, baseUrl, collector) ?? fix ?? NOTHING_TO_DO);
}

const BEAT = `${vendor.program} beat`;

const NOTHING_TO_DO = "nothing to do: the next refresh sends everything again";

/** What is known here beyond the table of failures. */
function fixFor(outcome: string, baseUrl: string, collector: CollectorFacts): string | undefined {
  switch (outcome) {
    case "http_401":
    case "http_403":
      return fixForToken(collector);
    case "http_404":
    case "http_405":
      return `correct ${settingName("baseUrl")}: pushes go to ${baseUrl}/agent-usage`;
    case "too_large":
      return `${vendor.program} snapshot shows what would be sent`;
    case "network":
    case "timeout":
      return fixForReach(collector);
    default:
      return undefined;
  }
}

function fixForToken({ token, tokenFile }: CollectorFacts): string {
  if (tokenFile === undefined)
    return `set ${TOKEN_SETTING}, or check the service's LoadCredential=push-token; then ${BEAT}`;
  return token.status === "ok"
    ? `put a token that it accepts into ${shellWord(tokenFile.path)}, or correct ${TOKEN_SETTING}; then ${BEAT}`
    : `fix the push token (see below), then ${BEAT}`;
}

/** The push only logs that it failed; the connection that doctor tried shows why. */
function fixForReach({ reached, hasProxy }: CollectorFacts): string {
  if (hasProxy) return `check the proxy (HTTPS_PROXY), then ${BEAT}`;
  return reached?.status === "failed"
    ? `fix the connection to the collector (see below), then ${BEAT}`
    : `the collector can be reached now: ${BEAT}; if that fails too, check whether it redirects, which is not followed`;
}
