import { isAbsolute, resolve } from "node:path";
import { vendor } from "#vendor";
import type { Env, Variable } from "../../base/edges.ts";

/** What a service needs of the shell that it is installed from, for it has none: how to reach the network, and where things lie. */
export const COPIED: readonly Variable[] = [
  "HTTPS_PROXY",
  "https_proxy",
  "NO_PROXY",
  "no_proxy",
  "NODE_USE_ENV_PROXY",
  "NODE_EXTRA_CA_CERTS",
  ...(vendor.configDir === undefined ? [] : [vendor.configDir.variable]),
  "XDG_CONFIG_HOME",
  "XDG_STATE_HOME",
];

export function isCopied(name: string): boolean {
  return COPIED.some((copied) => copied === name);
}

/** The variables that a service is given, of those that are set. */
export function copiedEnvironment(env: Env): Record<string, string> {
  const copied = setVariables(env).filter(([name, value]) => whyNot(name, value) === undefined);
  return Object.fromEntries(copied.map(([name, value]) => [name, asServed(name, value)]));
}

/** The variables that a service would be given and cannot be, each with the reason; never with its value. */
export function uncopied(env: Env): { readonly name: string; readonly reason: string }[] {
  return setVariables(env).flatMap(([name, value]) => {
    const reason = whyNot(name, value);
    return reason === undefined ? [] : [{ name, reason }];
  });
}

/** The settings that only this shell knows: a service will not see them. */
export function shellOnlySettings(env: Env): string[] {
  const set = Object.entries(env).filter(([name, value]) => name.startsWith("AGENT_USAGE_") && value !== "");
  return set.map(([name]) => name);
}

/** An empty variable counts as unset. */
function setVariables(env: Env): [string, string][] {
  return COPIED.map((name): [string, string] => [name, env[name] ?? ""]).filter(([, value]) => value !== "");
}

function whyNot(name: string, value: string): string | undefined {
  if (/\p{Cc}/u.test(value)) return "holds a control character";
  // systemd takes no such text, nor does XML.
  if (/\p{Noncharacter_Code_Point}/u.test(value)) return "holds a code point that is no character";
  const isRefused = name === vendor.configDir?.variable && !isAbsolute(value);
  return isRefused ? "is a relative path, which the service would refuse," : undefined;
}

/** A service has another working folder than this shell. */
function asServed(name: string, value: string): string {
  return name === "NODE_EXTRA_CA_CERTS" ? resolve(value) : value;
}
