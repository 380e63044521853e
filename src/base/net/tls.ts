import type { Log } from "../edges.ts";

const VARIABLE = "NODE_TLS_REJECT_UNAUTHORIZED";

/** Takes the variable that switches the check of certificates off out of the environment: with it a token would go to anybody. */
export function insistOnTls(env: { [VARIABLE]?: string | undefined }, log: Log): void {
  if (env[VARIABLE] === undefined) return;
  delete env[VARIABLE];
  log.warn({}, `${VARIABLE} is ignored: certificates are always checked`);
}
