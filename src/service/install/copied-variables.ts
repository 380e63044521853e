import { isAbsolute, resolve } from "node:path";
import { vendor } from "#vendor";
import type { AnyEnv, Env, Variable } from "../../base/edges.ts";
import { SERVICE_VARIABLE } from "../../base/log/launchd.ts";
import { isProxyUrl, isProxyVariable, LIMITS_VARIABLE, NOT_A_PROXY } from "../../settings/index.ts";

/** The file with the service's variables, beside the settings, if its manager is systemd. */
export const SERVICE_ENV_FILE = "service.env";

/** The variables that install copies from the shell to the service: how to reach the network, and where files are (rule INSTALL-4). */
export const COPIED_VARIABLES: readonly Variable[] = [
  "HTTPS_PROXY",
  "https_proxy",
  "NO_PROXY",
  "no_proxy",
  "NODE_USE_ENV_PROXY",
  "NODE_EXTRA_CA_CERTS",
  ...(vendor.configDir === undefined ? [] : [vendor.configDir.variable]),
  ...(vendor.keychain === undefined ? [] : [vendor.keychain.folderVariable]),
  "XDG_CONFIG_HOME",
  "XDG_STATE_HOME",
];

export function isCopied(name: string): boolean {
  return COPIED_VARIABLES.some((copied) => copied === name);
}

/** The variables of a shell that the service is given. */
export function copyVariables(shell: Env): Record<string, string> {
  const copied = setVariables(shell).filter(([name, value]) => obstacleIn(name, value) === undefined);
  return Object.fromEntries(copied.map(([name, value]) => [name, valueForService(name, value)]));
}

/** A variable that install should copy to the service but cannot. Its value is left out: it may hold a password. */
export interface UncopiedVariable {
  readonly name: string;
  /** What is wrong with its value, as the end of a sentence: "it ...". */
  readonly reason: string;
}

export function uncopiedVariables(shell: Env): UncopiedVariable[] {
  return setVariables(shell).flatMap(([name, value]) => {
    const reason = obstacleIn(name, value);
    return reason === undefined ? [] : [{ name, reason }];
  });
}

/**
 * The names of the settings that are set in this shell and not for the service. The switch for the limits is not among
 * them: if it is off, install copies it (rule INSTALL-13). @param service the service's own variables
 */
export function shellOnlySettings(shell: Env, service: AnyEnv): string[] {
  return Object.entries(shell)
    .filter(([name, value]) => name.startsWith("AGENT_USAGE_") && value !== "")
    .map(([name]) => name)
    .filter((name) => name !== SERVICE_VARIABLE && name !== LIMITS_VARIABLE && service[name] === undefined);
}

/** The variables to copy that are set. An empty one counts as unset, unless the coding agent gives it a meaning. */
function setVariables(shell: Env): [Variable, string][] {
  return COPIED_VARIABLES.map((name): [Variable, string] => [name, shell[name] ?? ""]).filter(
    ([name, value]) => value !== "" || (name === vendor.keychain?.folderVariable && shell[name] === ""),
  );
}

/** Why a text cannot be in a service file, as the end of a sentence: "it ..."; `undefined` if it can. */
export function obstacleInText(text: string): string | undefined {
  if (/\p{Cc}/u.test(text)) return "contains a control character";
  // Neither systemd nor XML accepts these.
  return /\p{Noncharacter_Code_Point}/u.test(text) ? "contains a Unicode noncharacter" : undefined;
}

function obstacleIn(name: string, value: string): string | undefined {
  const obstacle = obstacleInText(value);
  if (obstacle !== undefined) return obstacle;
  if (isProxyVariable(name) && !isProxyUrl(value)) return NOT_A_PROXY;
  const isRefused = name === vendor.configDir?.variable && !isAbsolute(value);
  return isRefused ? "is a relative path, which the service would refuse" : undefined;
}

/** The service runs in another working folder than this shell. */
function valueForService(name: string, value: string): string {
  return name === "NODE_EXTRA_CA_CERTS" ? resolve(value) : value;
}
