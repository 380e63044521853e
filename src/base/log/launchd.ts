import type { Env } from "../edges.ts";

/** Tells the daemon who started it, in a service file's environment. */
export const SERVICE_VARIABLE = "AGENT_USAGE_SERVICE";
export const LAUNCHD = "launchd";

/** Under launchd no exit code can be excepted from a restart, and nobody rotates the log (rules INSTALL-11, LOG-6). */
export function isUnderLaunchd(env: Env): boolean {
  return env[SERVICE_VARIABLE] === LAUNCHD;
}
