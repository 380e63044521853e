import type { Env } from "../base/edges.ts";
import { SERVICE_VARIABLE } from "../base/log/launchd.ts";
import { nearest } from "../base/nearest.ts";
import { areLimitsOff, LIMITS_VARIABLE } from "../limits/index.ts";
import { VARIABLES } from "../settings/index.ts";

const KNOWN: readonly string[] = [...Object.values(VARIABLES), LIMITS_VARIABLE, SERVICE_VARIABLE];

/** A variable that has no effect, or not the one it seems to have. */
export interface SuspectVariable {
  readonly name: string;
  /** For use after the name. */
  readonly what: string;
  readonly fix: string;
  /** Whether it is certainly a mistake. A variable that is only unknown may be another program's. */
  readonly isMistake: boolean;
}

/** The variables that look like our settings but do not do what they seem to. */
export function findSuspectVariables(env: Env): SuspectVariable[] {
  const unknown = Object.keys(env).filter((name) => name.startsWith("AGENT_USAGE_") && !KNOWN.includes(name));
  const suspects = unknown.map((name): SuspectVariable => {
    const meant = nearest(name, KNOWN);
    return meant === undefined
      ? { name, what: "is not a setting", fix: `unset ${name}`, isMistake: false }
      : {
          name,
          what: `is not a setting: did you mean ${meant}?`,
          fix: `rename it to ${meant}`,
          isMistake: true,
        };
  });
  return [...suspects, ...limitsSwitch(env)];
}

/** Values that say that the limits are on. */
const ON = /^(?:on|1|true|yes|enabled?)?$/i;

/** Whoever sets the variable may want the access token to stay on this machine. */
function limitsSwitch(env: Env): SuspectVariable[] {
  if (areLimitsOff(env) || ON.test(env[LIMITS_VARIABLE]?.trim() ?? "")) return [];
  const name = LIMITS_VARIABLE;
  const what = 'is not "off": the usage endpoint is called with the access token';
  return [{ name, what, fix: `set ${name}=off to turn the limits off, or unset it`, isMistake: true }];
}
