import { isAbsolute, join } from "node:path";
import { vendor } from "#vendor";
import type { Env } from "../base/edges.ts";
import { baseFolder, homeFolder } from "../base/settings/home.ts";

/** The default of `credentialsPath` (rule SETTINGS-7). Without a home folder it is below the root. */
export function defaultCredentialsPath(home: string = homeFolder(process.env) ?? "/"): string {
  return join(home, vendor.credentialsPath);
}

/** The path that the vendor's own variable leads to, or the default (rule VENDOR-6). */
export function credentialsPath(env: Env, home: string): string {
  const moved = movedConfigDir(env);
  return moved === undefined ? defaultCredentialsPath(home) : join(moved.dir, moved.credentialsPath);
}

export function transcriptRoots(env: Env, home: string): string[] {
  const moved = movedConfigDir(env);
  if (moved !== undefined) return [join(moved.dir, moved.transcriptRoot)];
  return vendor.transcriptRoots.map((root) => join(home, root));
}

/** The coding agent's own settings file. */
export function agentSettingsPath(env: Env, home: string): string {
  const moved = movedConfigDir(env);
  return moved === undefined
    ? join(home, vendor.agentSettings.path)
    : join(moved.dir, moved.agentSettingsPath);
}

/** The default of `stateDir` (rule STATE-1). */
export function defaultStateDir(env: Env, home: string, platform: string): string {
  const usual =
    platform === "darwin" ? join(home, "Library", "Application Support") : join(home, ".local", "state");
  return join(baseFolder(env["XDG_STATE_HOME"], usual), vendor.program);
}

export function settingsFile(env: Env, home: string): string {
  return join(baseFolder(env["XDG_CONFIG_HOME"], join(home, ".config")), vendor.program, "config.json");
}

function movedConfigDir(env: Env) {
  if (vendor.configDir === undefined) return undefined;
  const dir = env[vendor.configDir.variable];
  return dir !== undefined && isAbsolute(dir) ? { dir, ...vendor.configDir } : undefined;
}
