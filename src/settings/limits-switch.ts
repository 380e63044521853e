import type { Env } from "../base/edges.ts";
import type { Problem } from "../base/settings/problem.ts";

/** Turns the limits call off. It has no key in the settings file. */
export const LIMITS_VARIABLE = "AGENT_USAGE_LIMITS";

/** Values that say that the limits are on, as they are without the variable. */
const ON = /^(?:on|1|true|yes)?$/i;

/** Whether the limits call is turned off (rule FETCH-1). */
export function areLimitsOff(env: Env): boolean {
  return env[LIMITS_VARIABLE]?.trim().toLowerCase() === "off";
}

/** Any other value may mean off, and the token would be sent all the same (rule SETTINGS-13). */
export function limitsProblem(env: Env): Problem | undefined {
  if (areLimitsOff(env) || ON.test(env[LIMITS_VARIABLE]?.trim() ?? "")) return undefined;
  return {
    setting: LIMITS_VARIABLE,
    source: "environment",
    message: "must be off or on",
    fix: `set ${LIMITS_VARIABLE}=off to turn limits off, or unset it`,
  };
}
