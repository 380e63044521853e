/* Warns before a limit is reached: rules, alerts as rows, and their delivery. */
export { Alerts, type AlertsOptions, GAP_MS } from "./alerts.ts";
export { checkUrl } from "./channel-url.ts";
export { isCurrent } from "./due.ts";
export { isMuted, ruleFor, USUAL_RULE } from "./rule.ts";
export { type ChannelSecrets, seal, unseal } from "./seal.ts";
export { ANSWERS, type Answer, type AnswerWord, type Outgoing, type SendOptions, send } from "./send.ts";
export { makeWebhookSecret } from "./sign.ts";
