import { rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { MINUTE_MS } from "../../base/durations.ts";
import type { Env } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { describeCode } from "../../base/system-errors.ts";
import { plural } from "../../base/words.ts";
import { type Output, refuse } from "../../cli/index.ts";
import { describeFailure, stateFailure } from "../../failures/index.ts";
import { describeProblem, homeFolder, loadConfig, resolveConfig } from "../../settings/index.ts";
import {
  findPurgeable,
  type Purgeable,
  purge,
  readLatestState,
  type State,
  stateFolder,
} from "../../state/index.ts";
import { visible } from "../../text/visible.ts";
import { currentCollector, joinPaths } from "../join/command.ts";
import { settingsPlaces } from "../settings-place.ts";

export type PurgePlan =
  | { readonly status: "planned"; readonly stateDir: string; readonly paths: readonly string[] }
  | { readonly status: "refused"; readonly problems: readonly string[] };

/** What a purge removes, by the settings that an environment leads to; or every reason against a purge. Never rejects. */
export async function planPurge(env: Env): Promise<PurgePlan> {
  const loaded = await loadConfig({ env });
  if (loaded.status === "invalid") {
    const places = settingsPlaces(env);
    return {
      status: "refused",
      problems: loaded.problems.map((problem) => describeProblem(problem, places)),
    };
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

/** What a purge of a state folder would remove, as the object of a sentence. */
export async function describeLoss(stateDir: string): Promise<string> {
  const saved = await readLatestState(stateFolder(stateDir));
  const days = saved.status === "ok" ? Object.keys(saved.state.days).length : 0;
  const what = days === 0 ? "the usage record" : `${plural(days, "day")} of usage`;
  return `${what} in ${visible(stateDir)}`;
}

/** Removes the state and the settings, and prints what was there. */
export async function purgeAll(env: Env, output: Output): Promise<ExitCode> {
  // Planned again: the service may have saved once more before it stopped.
  const plan = await planPurge(env);
  if (plan.status === "refused") return refuse(output, plan.problems.join("; "));
  const folder = stateFolder(plan.stateDir);
  const saved = await readLatestState(folder);
  try {
    if ((await purge(folder, plan.paths)) === "busy") return refuse(output, BUSY);
    const count = plan.paths.length;
    if (count > 0) {
      output.out(`Removed the state: ${plural(count, "file")} in ${plan.stateDir}\n`);
    }
    if (saved.status === "ok" && isRecent(saved.state)) output.out(DAEMON_MAY_RUN);
    const { settings, ...joined } = joinPaths(env, homeFolder(env) ?? "/");
    const isJoined = await hasJoined(env);
    const hadSettings = await removeFile(settings);
    if (isJoined) for (const path of Object.values(joined)) await removeFile(path);
    await rmdir(dirname(settings)).catch(() => {});
    if (hadSettings) output.out("Removed the settings.\n");
    else if (count === 0) output.out("There were no state and no settings to remove.\n");
    return EXIT.ok;
  } catch (error) {
    return refuse(output, `cannot remove everything: ${describeCode(errorCode(error))}`);
  }
}

/** Whether `join` wrote the token's file and the authority's. Ones that were put there by hand stay. */
async function hasJoined(env: Env): Promise<boolean> {
  const loaded = await loadConfig({ env });
  const paths = joinPaths(env, homeFolder(env) ?? "/");
  return loaded.status === "ok" && currentCollector(loaded.config, env, paths).status === "joined";
}

const BUSY =
  "a refresh is running, so the state and the settings were kept. Fix: stop the daemon, then run this again";
const DAEMON_MAY_RUN =
  "The last refresh was a few minutes ago. If a daemon runs in a terminal, stop it: its next refresh starts a new record.\n";

/** A daemon refreshes every 15 minutes. */
const RECENT_MS = 16 * MINUTE_MS;

/** Whether the last beat is so recent that a daemon may still be running. */
function isRecent({ lastBeat }: State): boolean {
  const age = Date.now() - Date.parse(lastBeat?.at ?? "");
  return Math.abs(age) <= RECENT_MS;
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
