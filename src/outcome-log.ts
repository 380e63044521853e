import type { Log } from "./base/edges.ts";
import { inOrder } from "./beat-log.ts";
import type { LimitsResult } from "./contract.ts";
import type { PushResult } from "./push/push.ts";
import type { PushToken } from "./push/token.ts";

/** What the user can do about each failure of the limits; what mends itself is no warning. */
const LIMITS_MENDS: Readonly<Record<string, string>> = {
  no_credentials: "no credentials were found: log in with the coding agent",
  parse_error: "the credentials file cannot be read or is no JSON",
  token_expired: "the access token has expired: the coding agent renews it when it is next used",
  http_401: "the vendor refused the access token: log in with the coding agent anew",
  http_403: "the vendor refused the access token: log in with the coding agent anew",
};

const PUSH_MENDS: Readonly<Record<string, string>> = {
  not_https: "the push URL is not https: nothing was sent",
  too_large: "the snapshot is over 64 KiB: nothing was sent",
  network: "the collector cannot be reached, its certificate is not trusted, or it redirects",
  timeout: "the collector did not answer in time",
  http_401: "the collector refused the push token",
  http_403: "the collector refused the push token",
};

export function announceLimits(limits: LimitsResult, log: Log): void {
  const condition = "limits";
  const { status, detail } = limits;
  if (status === "ok" || status === "disabled") {
    inOrder(log, condition);
    return;
  }
  const why = detail ?? status;
  const mend = LIMITS_MENDS[why];
  if (mend !== undefined) log.warn({ condition, why }, `no new limits: ${mend}`);
  else log.info({ condition, why }, `no new limits (${why}): the next beat asks again`);
}

export function announcePush(push: PushResult, log: Log): void {
  const condition = "push";
  if (push.status === "delivered") {
    inOrder(log, condition);
    return;
  }
  const { reason } = push;
  if (reason === "aborted") return;
  const what = PUSH_MENDS[reason] ?? `the collector answered ${reason}`;
  log.warn({ condition, why: reason }, `the push failed: ${what}; the next beat's mends it`);
}

export function announcePushToken(token: PushToken, log: Log): void {
  const condition = "push token";
  switch (token.status) {
    case "unreadable":
      log.error(
        { condition, code: token.code },
        "the push token file cannot be read: the push goes without one",
      );
      break;
    case "malformed":
      log.error({ condition }, "the push token file holds no token: the push goes without one");
      break;
    case "ok":
    case "none":
      inOrder(log, condition);
      break;
  }
}
