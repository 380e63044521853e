import { delimiter } from "node:path";
import { vendor } from "#vendor";
import { readTrustedFile } from "../base/disk/trusted-file.ts";
import type { Env } from "../base/edges.ts";
import type { JsonObject } from "../base/json.ts";
import { nearest } from "../base/nearest.ts";
import { readSettingsFile } from "../base/settings/file.ts";
import { homeFolder } from "../base/settings/home.ts";
import type { Problem } from "../base/settings/problem.ts";
import { repeatable } from "../base/strings.ts";
import { limitsProblem } from "./limits-switch.ts";
import { settingsFile } from "./paths.ts";
import { type Config, type Setting, settingSchemas, VARIABLES } from "./schema.ts";

export type Origin = "environment" | "file";

export type LoadedConfig =
  | { readonly status: "ok"; readonly config: Config; readonly origins: Partial<Record<Setting, Origin>> }
  | { readonly status: "invalid"; readonly problems: readonly Problem[] };

export interface ConfigEdges {
  readonly env?: Env;
  readonly readFile?: (path: string) => Promise<string>;
}

/** Reads the settings file and the environment. The environment takes precedence (rules SETTINGS-1, SETTINGS-2). */
export async function loadConfig({
  env = process.env,
  readFile: read = readTrustedFile,
}: ConfigEdges = {}): Promise<LoadedConfig> {
  const home = homeFolder(env);
  if (home === undefined) {
    return invalid({ setting: "HOME", source: "environment", message: "must name the home folder" });
  }
  const moved = vendor.configDir?.variable;
  if (moved !== undefined && env[moved] && !env[moved].startsWith("/")) {
    return invalid({ setting: moved, source: "environment", message: "must be an absolute path" });
  }
  const file = await readSettingsFile(settingsFile(env, home), read);
  if (file.status === "wrong") {
    const { status: _, ...reason } = file;
    return invalid({ setting: "settings file", source: "settings file", ...reason });
  }
  return check(file.values, env, settingSchemas(home));
}

function check(values: JsonObject, env: Env, schemas: ReturnType<typeof settingSchemas>): LoadedConfig {
  const config: Record<string, unknown> = {};
  const origins: Partial<Record<Setting, Origin>> = {};
  const problems = unknownKeys(values, Object.keys(schemas));
  for (const key of Object.keys(schemas) as Setting[]) {
    const fromEnv = environmentValue(key, env);
    const value = fromEnv ?? (Object.hasOwn(values, key) ? values[key] : undefined);
    if (value === undefined) continue;
    const parsed = schemas[key].safeParse(value);
    if (parsed.success) {
      config[key] = parsed.data;
      origins[key] = fromEnv === undefined ? "file" : "environment";
      continue;
    }
    const message = parsed.error.issues[0]?.message ?? "is wrong";
    problems.push(
      fromEnv === undefined
        ? { setting: key, source: "settings file", message }
        : { setting: VARIABLES[key], source: "environment", message },
    );
  }
  const limits = limitsProblem(env);
  if (limits !== undefined) problems.push(limits);
  return problems.length > 0 ? { status: "invalid", problems } : { status: "ok", config, origins };
}

function unknownKeys(values: JsonObject, known: readonly string[]): Problem[] {
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  return unknown.map((key) => {
    const meant = nearest(key, known);
    const message = meant === undefined ? "is not a setting" : `is not a setting (did you mean ${meant}?)`;
    return { setting: JSON.stringify(repeatable(key)), source: "settings file", message };
  });
}

/** An empty variable counts as unset. A list is separated as in `PATH`. */
function environmentValue(key: Setting, env: Env): string | string[] | undefined {
  const text = env[VARIABLES[key]];
  if (text === undefined || text === "") return undefined;
  return key === "transcriptRoots" ? text.split(delimiter).filter((part) => part !== "") : text;
}

function invalid(problem: Problem): LoadedConfig {
  return { status: "invalid", problems: [problem] };
}
