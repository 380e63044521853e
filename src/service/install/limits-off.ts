import type { AnyEnv } from "../../base/edges.ts";
import { areLimitsOff, LIMITS_VARIABLE } from "../../settings/index.ts";
import type { Plan } from "./plan.ts";
import { formatServiceEnv, parseServiceEnv, withoutVariable } from "./service-env-file.ts";

const OFF = formatServiceEnv({ [LIMITS_VARIABLE]: "off" });

/**
 * The user's own lines, with the limits off if they are off in one of these environments: the service must not send a
 * token that the user wants to keep here (rule INSTALL-13). The line counts as the user's: only the user removes it.
 */
export function keepLimitsOff(userLines: string, environments: readonly AnyEnv[]): string {
  if (!environments.some(areLimitsOff) || areLimitsOff(parseServiceEnv(userLines))) return userLines;
  return withoutVariable(userLines, LIMITS_VARIABLE) + OFF;
}

/** Limits that are off for the service. */
export interface LimitsOff {
  /** The file with the variable. */
  readonly path: string;
  /** Whether they are off in this shell too. */
  readonly isAsInShell: boolean;
}

export function limitsOff({ environment, files }: Plan, shell: AnyEnv): LimitsOff | undefined {
  const file = files.at(-1);
  if (file === undefined || !areLimitsOff(environment)) return undefined;
  return { path: file.path, isAsInShell: areLimitsOff(shell) };
}
