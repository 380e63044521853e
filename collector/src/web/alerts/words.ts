import type { AnswerWord } from "../../alerts/index.ts";
import type { Attempt, ChannelKind, Delivery } from "../../store/index.ts";

export const KIND_NAMES: Readonly<Record<ChannelKind, string>> = {
  webhook: "Webhook",
  ntfy: "ntfy",
  slack: "Slack, Mattermost or Discord",
};

const ANSWERS: Readonly<Record<AnswerWord, string>> = {
  delivered: "delivered",
  busy: "asked to try again later",
  rejected: "rejected",
  failing: "the receiver failed",
  redirected: "redirected elsewhere, which is not followed",
  private_address: "a private address, which is not allowed",
  no_address: "the name has no address",
  refused: "connection refused",
  certificate: "the certificate is not trusted",
  timeout: "no answer within 10 seconds",
  broken: "the connection broke",
  stopped: "the collector stopped meanwhile",
  unreadable: "its secrets cannot be read",
};

/** `204, delivered`. */
export function answerText({ answer, status }: Attempt): string {
  const words = Object.hasOwn(ANSWERS, answer) ? ANSWERS[answer as AnswerWord] : answer;
  return status === null ? words : `${status}, ${words}`;
}

export const STATUS_NAMES: Readonly<Record<Delivery["status"], string>> = {
  pending: "waiting",
  delivered: "delivered",
  failed: "failed",
  gave_up: "gave up",
  dropped: "channel off",
};
