import type { Log } from "../base/edges.ts";
import type { LimitsResult } from "../contract/index.ts";
import { describeFailure, limitsFailure, pushFailure, pushTokenFailure } from "../failures.ts";
import type { PushResult, PushToken } from "../push/index.ts";
import { inOrder } from "./log.ts";

export function announceLimits(limits: LimitsResult, log: Log): void {
  const condition = "limits";
  const { status, detail } = limits;
  if (status === "ok" || status === "disabled") {
    inOrder(log, condition);
    return;
  }
  const why = detail ?? status;
  const failure = limitsFailure(why);
  const message = `no new limits: ${describeFailure(failure)}`;
  if (failure.fix !== undefined) log.warn({ condition, why }, message);
  else log.info({ condition, why }, `${message}; the next refresh asks again`);
}

export function announcePush(push: PushResult, log: Log): void {
  const condition = "push";
  if (push.status === "delivered") {
    inOrder(log, condition);
    return;
  }
  const { reason } = push;
  if (reason === "aborted") return;
  const failure = pushFailure(reason);
  const later = push.status === "failed" ? "; the next refresh sends everything again" : "";
  const message = describeFailure({ ...failure, what: `push failed: ${failure.what}${later}` });
  log.warn({ condition, why: reason }, message);
}

export function announcePushToken(token: PushToken, log: Log): void {
  const condition = "push token";
  switch (token.status) {
    case "unreadable":
    case "malformed": {
      const code = token.status === "unreadable" ? token.code : undefined;
      const message = `pushing without a token: ${describeFailure(pushTokenFailure(token.status, code))}`;
      log.error({ condition, ...(code !== undefined && { code }) }, message);
      break;
    }
    case "ok":
    case "none":
      inOrder(log, condition);
      break;
  }
}
