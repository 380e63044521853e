import { delimiter } from "node:path";
import { vendor } from "#vendor";
import { readTrustedFile } from "../base/disk/trusted-file.ts";
import type { Env } from "../base/edges.ts";
import { type JsonObject, parseJson } from "../base/json.ts";
import {
  type CheckedSettings,
  checkSettings,
  fileSource,
  type SettingSource,
  unknownKeys,
} from "../base/settings/check.ts";
import { readSettingsFile } from "../base/settings/file.ts";
import { homeFolder } from "../base/settings/home.ts";
import type { Problem } from "../base/settings/problem.ts";
import { type Config, CREDENTIALS, type Setting, VARIABLES } from "./config.ts";
import { encodingProblem } from "./encoding.ts";
import { isKeychainSupported } from "./keychain.ts";
import { limitsProblem } from "./limits-switch.ts";
import { settingsFile } from "./paths.ts";
import { settingRules } from "./rules.ts";

export type Origin = "environment" | "file";

export type LoadedConfig =
  | { readonly status: "ok"; readonly config: Config; readonly origins: Partial<Record<Setting, Origin>> }
  | { readonly status: "invalid"; readonly problems: readonly Problem[] };

export interface ConfigEdges {
  readonly env?: Env;
  readonly readFile?: (path: string) => Promise<string>;
  readonly exists?: (path: string) => boolean;
  /** As in `process.platform`. */
  readonly platform?: string;
}

/** Reads the settings file and the environment. The environment takes precedence (rules SETTINGS-1, SETTINGS-2). */
export async function loadConfig({
  env = process.env,
  readFile: read = readTrustedFile,
  exists,
  platform = process.platform,
}: ConfigEdges = {}): Promise<LoadedConfig> {
  const home = homeFolder(env);
  if (home === undefined) {
    return invalid({ setting: "HOME", source: "environment", message: "must name the home folder" });
  }
  const encoding = encodingProblem(env, home, exists);
  if (encoding !== undefined) return invalid(encoding);
  const moved = vendor.configDir?.variable;
  if (moved !== undefined && env[moved] && !env[moved].startsWith("/")) {
    return invalid({ setting: moved, source: "environment", message: "must be an absolute path" });
  }
  const file = await readSettingsFile(settingsFile(env, home), read);
  if (file.status === "wrong") {
    const { status: _, ...reason } = file;
    return invalid({ setting: "settings file", source: "settings file", ...reason });
  }
  return check(file.values, { env, home, exists, platform });
}

interface CheckEdges {
  readonly env: Env;
  readonly home: string;
  readonly exists: ConfigEdges["exists"];
  readonly platform: string;
}

const SETTINGS = Object.keys(VARIABLES) as Setting[];

function check(values: JsonObject, { env, home, exists, platform }: CheckEdges): LoadedConfig {
  const environment: SettingSource<Setting> = {
    source: "environment",
    nameOf: (key) => VARIABLES[key],
    read: (key) => environmentValue(key, env),
  };
  const sources = [environment, fileSource<Setting>(withoutOverridden(values, env))];
  const checked = checkSettings(settingRules(home, exists), sources);
  const keychain = keychainProblem(checked, platform);
  const limits = limitsProblem(env);
  const problems = [
    ...unknownKeys(values, SETTINGS),
    ...checked.problems,
    ...(limits === undefined ? [] : [limits]),
    ...(keychain === undefined ? [] : [keychain]),
  ];
  if (problems.length > 0) return { status: "invalid", problems };
  const origins = Object.entries(checked.origins).map(([key, source]) => [
    key,
    source === "environment" ? "environment" : "file",
  ]);
  return { status: "ok", config: checked.values, origins: Object.fromEntries(origins) };
}

/** The settings file without `credentials`, if the environment names a file for them. */
function withoutOverridden(values: JsonObject, env: Env): JsonObject {
  if (environmentValue("credentialsPath", env) === undefined) return values;
  const { credentials: _, ...rest } = values;
  return rest;
}

/** Only one program on one system can read the Keychain (rule KEYCHAIN-1). */
function keychainProblem(
  { values, origins }: CheckedSettings<Setting>,
  platform: string,
): Problem | undefined {
  if (values["credentials"] !== "keychain" || isKeychainSupported(platform)) return undefined;
  const source = origins.credentials ?? "settings file";
  const setting = source === "environment" ? VARIABLES.credentials : "credentials";
  return {
    setting,
    source,
    message: "must be file here: this program does not read a Keychain on this system",
  };
}

/** An empty variable counts as unset. Folders are separated as in `PATH`, thresholds by commas; a command is JSON. */
function environmentValue(key: Setting, env: Env): unknown {
  const text = env[VARIABLES[key]];
  if (text === undefined || text === "") return undefined;
  // One variable for two settings.
  const isWord = CREDENTIALS.some((word) => word === text);
  if ((key === "credentials" && !isWord) || (key === "credentialsPath" && isWord)) return undefined;
  return PARSERS[key]?.(text) ?? text;
}

/** How the variable of a setting that is no text is read. */
const PARSERS: Partial<Record<Setting, (text: string) => unknown>> = {
  transcriptRoots: (text) => text.split(delimiter).filter((part) => part !== ""),
  alertAt: (text) => text.split(",").map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : part.trim())),
  alertCommand: parseJson,
};

function invalid(problem: Problem): LoadedConfig {
  return { status: "invalid", problems: [problem] };
}
