import { dirname, join } from "node:path";
import type { Env } from "../../base/edges.ts";
import { type Config, resolveConfig, settingsFile, VARIABLES } from "../../settings/index.ts";

/** Where join writes: the settings file, and two files beside it. */
export interface JoinPaths {
  readonly settings: string;
  readonly token: string;
  readonly ca: string;
}

export function joinPaths(env: Env, home: string): JoinPaths {
  const settings = settingsFile(env, home);
  const folder = dirname(settings);
  return { settings, token: join(folder, "push-token"), ca: join(folder, "collector-ca.pem") };
}

/** The settings that join writes. */
const WRITTEN = ["baseUrl", "pushTokenFile", "collectorCa"] as const;

/** The variables in this environment that would win over what join writes. */
export function overridingVariables(env: Env): string[] {
  return WRITTEN.map((key) => VARIABLES[key]).filter((name) => env[name]);
}

/** What the settings say of a collector. */
export type CurrentCollector =
  | { readonly status: "none" }
  /** Set by join. */
  | { readonly status: "joined"; readonly baseUrl: string }
  /** Set by hand. `setting`: the first key of it. */
  | { readonly status: "by_hand"; readonly setting: string };

export function currentCollector(config: Config, env: Env, paths: JoinPaths): CurrentCollector {
  const { baseUrl, pushTokenFile } = resolveConfig(config, env);
  if (baseUrl !== undefined && pushTokenFile === paths.token) return { status: "joined", baseUrl };
  const setting = WRITTEN.find((key) => config[key] !== undefined);
  return setting === undefined ? { status: "none" } : { status: "by_hand", setting };
}

/** A file of an authority that join did not write, as the settings name it. */
export function authorityByHand(config: Config, env: Env, paths: JoinPaths): string | undefined {
  return resolveConfig(config, env).collectorCa === paths.ca ? undefined : config.collectorCa;
}
