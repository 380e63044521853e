import type { Log } from "../edges.ts";

const VARIABLE = "NODE_TLS_REJECT_UNAUTHORIZED";

/** Removes the variable that turns off certificate checks, which would send tokens to anyone. */
export function enforceTls(env: { [VARIABLE]?: string | undefined }, log: Log): void {
  if (env[VARIABLE] === undefined) return;
  delete env[VARIABLE];
  log.warn({}, `${VARIABLE} is ignored: certificates are always checked`);
}
