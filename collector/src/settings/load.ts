import { join } from "node:path";
import { readTrustedFile } from "../../../src/base/disk/trusted-file.ts";
import type { Env } from "../../../src/base/edges.ts";
import {
  checkSettings,
  fileSource,
  type SettingSource,
  unknownKeys,
} from "../../../src/base/settings/check.ts";
import { readSettingsFile } from "../../../src/base/settings/file.ts";
import { baseFolder, homeFolder } from "../../../src/base/settings/home.ts";
import type { Problem } from "../../../src/base/settings/problem.ts";
import type { Options } from "../../../src/cli/index.ts";
import { readDatabaseFile } from "./database.ts";
import { loadOidc } from "./oidc.ts";
import { loadOtlp } from "./otlp.ts";
import { resolveSettings, type Settings, type Values } from "./resolve.ts";
import { settingRules } from "./rules.ts";
import { flagOf, type Setting, variableOf } from "./schema.ts";

const FOLDER = "agent-usage-collector";

export type LoadedSettings =
  | { readonly status: "ok"; readonly settings: Settings }
  | { readonly status: "invalid"; readonly problems: readonly Problem[] };

/** Reads the options, the environment and the settings file, in that order of precedence. */
export async function loadSettings(options: Options, env: Env): Promise<LoadedSettings> {
  const home = homeFolder(env);
  if (home === undefined) {
    return invalid({ setting: "HOME", source: "environment", message: "must name the home folder" });
  }
  const file = await readSettingsFile(settingsFile(env, home), readTrustedFile);
  if (file.status === "wrong") {
    const { status: _, ...reason } = file;
    return invalid({ setting: "settings file", source: "settings file", ...reason });
  }
  const rules = settingRules(home);
  const checked = checkSettings(rules, [optionSource(options), variableSource(env), fileSource(file.values)]);
  const values = checked.values as Values;
  const problems = [
    ...unknownKeys(file.values, Object.keys(rules)),
    ...checked.problems,
    ...pairProblems(values, checked.origins),
  ];
  const named = values.databaseFile === undefined ? undefined : await readDatabaseFile(values.databaseFile);
  if (named?.status === "wrong") problems.push(problemOf("databaseFile", checked.origins, named.message));
  const provider = await loadOidc(values);
  if (provider.status === "wrong")
    problems.push(problemOf(provider.setting, checked.origins, provider.message));
  const metrics = await loadOtlp(values, env);
  if (metrics.status === "wrong") {
    const { message } = metrics;
    problems.push(
      "variable" in metrics
        ? { setting: metrics.variable, source: "environment", message }
        : problemOf(metrics.setting, checked.origins, message),
    );
  }
  if (problems.length > 0) return { status: "invalid", problems };
  const usual = join(baseFolder(env["XDG_STATE_HOME"], join(home, ".local", "state")), FOLDER);
  const database = named?.status === "ok" ? named.database : values.database;
  const settings = resolveSettings({ ...values, ...(database && { database }) }, usual);
  return {
    status: "ok",
    settings: {
      ...settings,
      ...(provider.status === "on" && { oidc: provider.oidc }),
      ...(metrics.status === "on" && { otlp: metrics.otlp }),
    },
  };
}

export function settingsFile(env: Env, home: string): string {
  return join(baseFolder(env["XDG_CONFIG_HOME"], join(home, ".config")), FOLDER, "config.json");
}

function optionSource(options: Options): SettingSource<Setting> {
  return {
    source: "command line",
    nameOf: (key) => `--${flagOf(key)}`,
    // A flag without a value is another command's own, such as `admin --local`.
    read: (key) => (options.get(flagOf(key)) === true ? undefined : options.get(flagOf(key))),
  };
}

/** An empty variable counts as unset. */
function variableSource(env: Env): SettingSource<Setting> {
  return { source: "environment", nameOf: variableOf, read: (key) => env[variableOf(key)] || undefined };
}

type Origins = Partial<Record<Setting, Problem["source"]>>;

/** Settings that only work together, or not together. */
function pairProblems(values: Values, origins: Origins): Problem[] {
  const problems: Problem[] = [];
  const { tlsCert, tlsKey, database, databaseFile, trustProxy, userHeader, userRole } = values;
  if (userHeader !== undefined && trustProxy === undefined)
    problems.push(problemOf("userHeader", origins, "needs trustProxy as well: anyone could send the header"));
  if (userRole !== undefined && userHeader === undefined)
    problems.push(problemOf("userRole", origins, "needs userHeader as well"));
  if (tlsCert !== undefined && tlsKey === undefined)
    problems.push(problemOf("tlsCert", origins, "needs tlsKey as well"));
  if (tlsKey !== undefined && tlsCert === undefined)
    problems.push(problemOf("tlsKey", origins, "needs tlsCert as well"));
  if (database !== undefined && databaseFile !== undefined)
    problems.push(problemOf("databaseFile", origins, "and database are both set. Fix: keep one"));
  if (tlsCert !== undefined && trustProxy !== undefined)
    problems.push(
      problemOf("trustProxy", origins, "means plain HTTP, so tlsCert and tlsKey have no use. Fix: keep one"),
    );
  return problems;
}

function problemOf(key: Setting, origins: Origins, message: string): Problem {
  const source = origins[key] ?? "settings file";
  const names = { "command line": `--${flagOf(key)}`, environment: variableOf(key), "settings file": key };
  return { setting: names[source], source, message };
}

function invalid(problem: Problem): LoadedSettings {
  return { status: "invalid", problems: [problem] };
}
