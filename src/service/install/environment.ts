import { vendor } from "#vendor";
import type { Env } from "../../base/edges.ts";

/** What a service needs of the shell that it is installed from, for it has none: how to reach the network, and where things lie. */
const COPIED = [
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

/** The variables that a service is given, of those that are set. One with control characters cannot be written down, and is left out. */
export function copiedEnvironment(env: Env): Record<string, string> {
  const set = COPIED.map((name) => [name, env[name] ?? ""] as const);
  return Object.fromEntries(set.filter(([, value]) => value !== "" && !/\p{Cc}/u.test(value)));
}

/** The settings that only this shell knows: a service will not see them. */
export function shellOnlySettings(env: Env): string[] {
  return Object.keys(env).filter((name) => name.startsWith("AGENT_USAGE_") && env[name] !== "");
}

/** A file for systemd's `EnvironmentFile=` (systemd.exec(5)). */
export function environmentFile(environment: Readonly<Record<string, string>>): string {
  const lines = Object.entries(environment).map(
    ([name, value]) => `${name}="${value.replace(/[\\"`$]/g, "\\$&")}"\n`,
  );
  return lines.join("");
}
