import type { Env } from "../base/edges.ts";
import { SERVICE_VARIABLE } from "../base/log/launchd.ts";
import { nearest } from "../base/nearest.ts";
import { LIMITS_VARIABLE, proxyVariable, VARIABLES } from "../settings/index.ts";

const KNOWN: readonly string[] = [...Object.values(VARIABLES), LIMITS_VARIABLE, SERVICE_VARIABLE];

/** From 22.21 and 24.5 on, Node can use the proxy of the environment. */
const USES_PROXIES = process.allowedNodeEnvironmentFlags.has("--use-env-proxy");

/** A variable that has no effect, or not the one it seems to have. */
export interface SuspectVariable {
  readonly name: string;
  /** For use after the name. */
  readonly what: string;
  readonly fix: string;
  /** Whether it is certainly a mistake. A variable that is only unknown may be another program's. */
  readonly isMistake: boolean;
}

/**
 * The variables that look like our settings but do not do what they seem to, and those that seem to send the calls
 * through a proxy.
 */
export function findSuspectVariables(env: Env): SuspectVariable[] {
  return [...suspectSettings(env), ...suspectProxies(env)];
}

function suspectSettings(env: Env): SuspectVariable[] {
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

/** @param usesProxies whether this Node can use a proxy */
export function suspectProxies(env: Env, usesProxies: boolean = USES_PROXIES): SuspectVariable[] {
  if (env["NODE_USE_ENV_PROXY"] !== "1") return [];
  const name = proxyVariable(env);
  if (name !== undefined && usesProxies) return [];
  if (name !== undefined) {
    const what = "has no effect: this Node is too old to use proxies, so calls are made directly";
    return [{ name, what, fix: "install Node 22.21, or 24.5 or newer", isMistake: true }];
  }
  const other = (["all_proxy", "ALL_PROXY"] as const).find((variable) => env[variable]);
  if (other === undefined) return [];
  const what = "has no effect: Node does not use it, so calls are made directly";
  return [{ name: other, what, fix: "set HTTPS_PROXY to an http:// or https:// proxy", isMistake: true }];
}
