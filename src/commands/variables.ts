import type { Env } from "../base/edges.ts";
import { SERVICE_VARIABLE } from "../base/log/launchd.ts";
import { nearest } from "../base/nearest.ts";
import { areLimitsOff, LIMITS_VARIABLE } from "../limits/index.ts";
import { VARIABLES } from "../settings/index.ts";

const KNOWN: readonly string[] = [...Object.values(VARIABLES), LIMITS_VARIABLE, SERVICE_VARIABLE];

/** A variable that says nothing, or not what it seems to. */
export interface Doubt {
  readonly name: string;
  readonly what: string;
  readonly fix: string;
  /** Whether something else was surely meant; a variable that is merely unknown may be another program's. */
  readonly isSure: boolean;
}

/** The variables of an environment that look like settings and do not do what they look like. */
export function doubtsOf(env: Env): Doubt[] {
  const unknown = Object.keys(env).filter((name) => name.startsWith("AGENT_USAGE_") && !KNOWN.includes(name));
  const doubts = unknown.map((name): Doubt => {
    const meant = nearest(name, KNOWN);
    const what = meant === undefined ? "is unknown" : `is unknown: did you mean ${meant}?`;
    return { name, what, fix: `unset ${name}`, isSure: meant !== undefined };
  });
  return [...doubts, ...limitsSwitch(env)];
}

/** What says nothing else than that the limits are on. */
const ON = /^(?:on|1|true|yes|enabled?)?$/i;

/** Whoever sets the variable may mean to keep the access token here. */
function limitsSwitch(env: Env): Doubt[] {
  if (areLimitsOff(env) || ON.test(env[LIMITS_VARIABLE]?.trim() ?? "")) return [];
  const name = LIMITS_VARIABLE;
  const what = "is not off: the call with the access token is made";
  return [{ name, what, fix: `${name}=off switches it off; else unset it`, isSure: true }];
}
