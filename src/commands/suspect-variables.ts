import type { Env } from "../base/edges.ts";
import { SERVICE_VARIABLE } from "../base/log/launchd.ts";
import { nearest } from "../base/nearest.ts";
import { LIMITS_VARIABLE, VARIABLES } from "../settings/index.ts";

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
  return unknown.map((name): SuspectVariable => {
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
}
