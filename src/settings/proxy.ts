import type { Env } from "../base/edges.ts";
import type { Problem } from "../base/settings/problem.ts";

type ProxyVariable = "https_proxy" | "HTTPS_PROXY";

/** In the order in which Node looks at them. An empty one counts as unset. */
const PROXY_VARIABLES: readonly ProxyVariable[] = ["https_proxy", "HTTPS_PROXY"];

/** The variable with the proxy that Node is told to use. Node does not use `ALL_PROXY`. */
export function proxyVariable(env: Env): ProxyVariable | undefined {
  return env["NODE_USE_ENV_PROXY"] === "1" ? PROXY_VARIABLES.find((name) => env[name]) : undefined;
}

export function isProxyVariable(name: string): boolean {
  return PROXY_VARIABLES.some((variable) => variable === name);
}

/** What is wrong with the value of a proxy variable, as the end of a sentence. Never contains the value: it may hold a password. */
export const NOT_A_PROXY = "must be a URL that begins with http:// or https://: Node uses no other proxy";

/** Whether Node uses a proxy with this URL. It connects directly, or does not even start, with any other. */
export function isProxyUrl(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value);
}

/** A proxy that Node would not use: the calls would not go where the user wants them to go (rule SETTINGS-14). */
export function proxyProblem(env: Env): Problem | undefined {
  const name = proxyVariable(env);
  if (name === undefined || isProxyUrl(env[name] ?? "")) return undefined;
  return {
    setting: name,
    source: "environment",
    message: NOT_A_PROXY,
    fix: `correct ${name}, or unset NODE_USE_ENV_PROXY to connect without a proxy`,
  };
}
