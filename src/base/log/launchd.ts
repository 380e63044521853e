import type { Env } from "../edges.ts";

/** Set in the environment of a service file, so that the daemon knows what started it. */
export const SERVICE_VARIABLE = "AGENT_USAGE_SERVICE";
export const LAUNCHD = "launchd";

/** Whether launchd started this process. It restarts after every exit code but 0 and does not rotate the log (rules INSTALL-11, LOG-6). */
export function isUnderLaunchd(env: Env): boolean {
  return env[SERVICE_VARIABLE] === LAUNCHD;
}
