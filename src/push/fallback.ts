import { DAY_MS } from "../base/durations.ts";
import type { LimitsResult } from "../contract/index.ts";

/** The last good limits are used for this long, in milliseconds (rule FALLBACK-3). */
export const MAX_FALLBACK_AGE_MS = 7 * DAY_MS;

/**
 * The limits as they are pushed: this beat's status and detail, and if it has no items, the last good ones that have not
 * reset since.
 */
export function withFallback(limits: LimitsResult, lastGood: LimitsResult | null, now: number): LimitsResult {
  if (limits.status === "ok" || limits.status === "disabled") return limits;
  if (lastGood === null || lastGood.fetchedAt === null) return limits;
  const age = now - Date.parse(lastGood.fetchedAt);
  if (!(age >= 0 && age <= MAX_FALLBACK_AGE_MS)) return limits;
  const items = lastGood.items.filter(({ resetsAt }) => !(resetsAt !== null && Date.parse(resetsAt) <= now));
  return items.length === 0 ? limits : { ...limits, fetchedAt: lastGood.fetchedAt, items };
}
