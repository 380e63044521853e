import type { Log } from "../base/edges.ts";
import type { LimitsResult } from "../contract/index.ts";
import type { PushResult, PushToken } from "../push/index.ts";
import { inOrder } from "./log.ts";

/** What the user can do about each failure of the limits; what mends itself is no warning. */
const LIMITS_MENDS: Readonly<Record<string, string>> = {
  no_credentials: "no credentials were found: log in with the coding agent",
  parse_error: "the credentials file cannot be read or is no JSON",
  token_expired: "the access token has expired: the coding agent renews it when it is next used",
  http_401: "the vendor refused the access token: log in with the coding agent anew",
  http_403: "the vendor refused the access token: log in with the coding agent anew",
};

/** What the user is to do about a failure of the push. */
const PUSH_MENDS: Readonly<Record<string, string>> = {
  not_https: "the push URL is not https: nothing was sent",
  too_large: "the snapshot is over 64 KiB: nothing was sent",
  http_401: "the collector refused the push token: see to pushTokenFile",
  http_403: "the collector refused the push token: see to pushTokenFile",
};
/** What may mend itself, in words. */
const PUSH_FAILURES: Readonly<Record<string, string>> = {
  network:
    "the collector cannot be reached, its certificate is not trusted, or it redirects (doctor says which)",
  timeout: "the collector did not answer in time",
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
  const passing = PUSH_FAILURES[reason] ?? `the collector answered ${reason}`;
  const what = PUSH_MENDS[reason] ?? `${passing}; nothing is lost: the next beat sends all again`;
  log.warn({ condition, why: reason }, `the push failed: ${what}`);
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
