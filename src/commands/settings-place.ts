import type { Env } from "../base/edges.ts";
import { homeFolder, type Problem, settingsFile } from "../settings/index.ts";
import { visible } from "../text/visible.ts";

/** For `describeProblem` in a command's message, never in a log: the settings file is named by its path. */
export function settingsPlaces(env: Env): Partial<Record<Problem["source"], string>> {
  const home = homeFolder(env);
  return home === undefined ? {} : { "settings file": visible(settingsFile(env, home)) };
}
