import type { AlertRule, Channel } from "../store/index.ts";

/** What holds for all accounts until somebody changes it. */
export const USUAL_RULE: AlertRule = {
  account: null,
  percents: [50, 80, 95],
  runsOut: true,
  reset: true,
  channels: [],
  enabled: true,
  mutedUntil: null,
};

/** The rule of an account: its own, or the one for all. */
export function ruleFor(rules: readonly AlertRule[], account: string | null): AlertRule {
  const own = account === null ? undefined : rules.find((rule) => rule.account === account);
  return own ?? rules.find((rule) => rule.account === null) ?? USUAL_RULE;
}

export function isMuted({ mutedUntil }: Pick<AlertRule, "mutedUntil">, now: number): boolean {
  return mutedUntil !== null && mutedUntil > now;
}

/** The ids of the channels that an alert by this rule goes to now. */
export function channelsFor(rule: AlertRule, channels: readonly Channel[], now: number): number[] {
  if (isMuted(rule, now)) return [];
  return channels
    .filter((channel) => channel.enabled && !isMuted(channel, now))
    .filter(({ id }) => rule.channels.length === 0 || rule.channels.includes(id))
    .map(({ id }) => id);
}
