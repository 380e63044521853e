import type { Env } from "../base/edges.ts";

export const LIMITS_VARIABLE = "AGENT_USAGE_LIMITS";

/** Whether the limits call is switched off (rule FETCH-1). */
export function areLimitsOff(env: Env): boolean {
  return env[LIMITS_VARIABLE]?.trim().toLowerCase() === "off";
}
