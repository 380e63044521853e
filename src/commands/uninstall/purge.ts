import { rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Env } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { plural } from "../../base/words.ts";
import { type Output, refuse } from "../../cli/output.ts";
import { describeFailure, stateFailure } from "../../failures.ts";
import {
  describeProblem,
  homeFolder,
  loadConfig,
  resolveConfig,
  settingsFile,
} from "../../settings/index.ts";
import { findPurgeable, type Purgeable, purge, stateFolder } from "../../state/index.ts";

export type PurgePlan =
  | { readonly status: "planned"; readonly stateDir: string; readonly paths: readonly string[] }
  | { readonly status: "refused"; readonly problems: readonly string[] };

/** What a purge takes, by the settings that an environment leads to, or all that speaks against one. Never rejects. */
export async function planPurge(env: Env): Promise<PurgePlan> {
  const loaded = await loadConfig({ env });
  if (loaded.status === "invalid") {
    return { status: "refused", problems: loaded.problems.map(describeProblem) };
  }
  const { stateDir } = resolveConfig(loaded.config, env);
  const found = await findPurgeable(stateFolder(stateDir));
  if (found.status === "ok") return { status: "planned", stateDir, paths: found.paths };
  return { status: "refused", problems: [`stateDir (AGENT_USAGE_STATE_DIR): ${whyNot(found)}`] };
}

function whyNot(found: Exclude<Purgeable, { status: "ok" }>): string {
  const code = found.status === "unusable" ? found.code : undefined;
  return describeFailure(stateFailure(found.status, code));
}

/** Removes the state and the settings, and says what was there. */
export async function purgeAll(env: Env, output: Output): Promise<ExitCode> {
  // Anew: the service may have saved once more before it ended.
  const plan = await planPurge(env);
  if (plan.status === "refused") return refuse(output, plan.problems.join("; "));
  try {
    await purge(stateFolder(plan.stateDir), plan.paths);
    const count = plan.paths.length;
    if (count > 0) {
      output.out(`Removed ${plural(count, "file")} of the state from ${plan.stateDir}\n`);
    }
    const settings = settingsFile(env, homeFolder(env) ?? "/");
    const hadSettings = await isRemoved(settings);
    await rmdir(dirname(settings)).catch(() => {});
    if (hadSettings) output.out("Removed the settings.\n");
    else if (count === 0) output.out("There was no state, and no settings file.\n");
    return EXIT.ok;
  } catch (error) {
    return refuse(output, `not everything could be removed (${errorCode(error)})`);
  }
}

/** Removes a file, and tells whether there was one. Throws the system's error. */
async function isRemoved(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}
