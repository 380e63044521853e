import { rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Env } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { describeCode } from "../../base/system-errors.ts";
import { plural } from "../../base/words.ts";
import { type Output, refuse } from "../../cli/index.ts";
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

/** What a purge removes, by the settings that an environment leads to; or every reason against a purge. Never rejects. */
export async function planPurge(env: Env): Promise<PurgePlan> {
  const loaded = await loadConfig({ env });
  if (loaded.status === "invalid") {
    return { status: "refused", problems: loaded.problems.map((problem) => describeProblem(problem)) };
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

/** Removes the state and the settings, and prints what was there. */
export async function purgeAll(env: Env, output: Output): Promise<ExitCode> {
  // Planned again: the service may have saved once more before it stopped.
  const plan = await planPurge(env);
  if (plan.status === "refused") return refuse(output, plan.problems.join("; "));
  try {
    await purge(stateFolder(plan.stateDir), plan.paths);
    const count = plan.paths.length;
    if (count > 0) {
      output.out(`Removed the state: ${plural(count, "file")} in ${plan.stateDir}\n`);
    }
    const settings = settingsFile(env, homeFolder(env) ?? "/");
    const hadSettings = await removeFile(settings);
    await rmdir(dirname(settings)).catch(() => {});
    if (hadSettings) output.out("Removed the settings.\n");
    else if (count === 0) output.out("There were no state and no settings to remove.\n");
    return EXIT.ok;
  } catch (error) {
    return refuse(output, `cannot remove everything: ${describeCode(errorCode(error))}`);
  }
}

/** Removes a file. Returns whether there was one. Throws the system's error. */
async function removeFile(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}
