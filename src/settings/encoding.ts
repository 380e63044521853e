import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { vendor } from "#vendor";
import type { Env, Variable } from "../base/edges.ts";
import type { Problem } from "../base/settings/problem.ts";

export const NOT_UTF8 = "must be valid UTF-8";

/**
 * Whether Node cannot reach the folder or file that this path was meant to name: it replaces bytes that are not UTF-8 with
 * U+FFFD, which makes the path of another file. A path that exists may really have that character in its name.
 */
export function isMisread(path: string, exists: (path: string) => boolean = existsSync): boolean {
  return path.includes("\uFFFD") && !exists(path);
}

/** The first variable that moves the home or a folder in it to a path that Node cannot reach (rule SETTINGS-15). */
export function encodingProblem(
  env: Env,
  home: string,
  exists?: (path: string) => boolean,
): Problem | undefined {
  const names: readonly Variable[] = [
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
    ...(vendor.configDir === undefined ? [] : [vendor.configDir.variable]),
  ];
  const moved = names.filter((name) => isAbsolute(env[name] ?? ""));
  const paths: [Variable, string][] = [
    ["HOME", home],
    ...moved.map((name) => [name, env[name] ?? ""] as [Variable, string]),
  ];
  const [setting] = paths.find(([, path]) => isMisread(path, exists)) ?? [];
  if (setting === undefined) return undefined;
  const fix = `create a link to the folder with a name in UTF-8, and set ${setting} to the link`;
  return { setting, source: "environment", message: NOT_UTF8, fix };
}
