import { dirname, join } from "node:path";
import type { Env } from "../../base/edges.ts";
import { settingsFile } from "../../settings/index.ts";
import { copyVariables, isCopied, SERVICE_ENV_FILE } from "./copied-variables.ts";

/*
 * The file with the service's variables, which the systemd unit names in `EnvironmentFile=` (systemd.exec(5)).
 */

/** Its path: beside the settings, in the folder where the service will look for them. */
export function serviceEnvPath(shell: Env, home: string): string {
  return join(dirname(settingsFile(copyVariables(shell), home)), SERVICE_ENV_FILE);
}

/** Its text: the variables that install copied, then the user's own lines. */
export function formatServiceEnv(variables: Env, userLines = ""): string {
  const lines = Object.entries(variables).map(
    ([name, value = ""]) => `${name}="${value.replace(/[\\"`$]/g, "\\$&")}"\n`,
  );
  return lines.join("") + userLines;
}

/** The variables in its text, one on each line. */
export function parseServiceEnv(text: string): Record<string, string> {
  const lines = text.split("\n").flatMap((line) => {
    const name = nameIn(line);
    return name === undefined ? [] : [[name, valueIn(line)] as const];
  });
  return Object.fromEntries(lines);
}

/** The lines in its text that install did not write. Empty if there are only blank ones. */
export function userLinesIn(text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const kept = lines.filter((line) => !isCopied(nameIn(line) ?? ""));
  return kept.some((line) => line.trim() !== "") ? `${kept.join("\n")}\n` : "";
}

/** A text without the lines that set a variable. */
export function withoutVariable(text: string, variable: string): string {
  return text
    .split(/(?<=\n)/)
    .filter((line) => nameIn(line) !== variable)
    .join("");
}

function nameIn(line: string): string | undefined {
  return /^\s*([A-Za-z_]\w*)\s*=/.exec(line)?.[1];
}

function valueIn(line: string): string {
  const value = line.slice(line.indexOf("=") + 1).trim();
  const [, single] = /^'(.*)'$/s.exec(value) ?? [];
  if (single !== undefined) return single;
  const [, double] = /^"(.*)"$/s.exec(value) ?? [];
  return double === undefined ? value.replace(/\\(.)/gs, "$1") : double.replace(/\\([\\"`$])/g, "$1");
}
