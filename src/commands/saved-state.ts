import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type Output, refuse } from "../cli/index.ts";
import type { LimitsResult } from "../contract/index.ts";
import { describeFailure, type Failure, stateFailure } from "../failures/index.ts";
import { describeProblem, loadConfig, resolveConfig, type Settings } from "../settings/index.ts";
import { readLatestState, type State, stateFolder } from "../state/index.ts";
import { settingsPlaces } from "./settings-place.ts";

export type SavedState =
  /** `state` is undefined before the first beat. */
  | { readonly status: "ok"; readonly settings: Settings; readonly state: State | undefined }
  | { readonly status: "exit"; readonly code: ExitCode };

/**
 * The settings and the saved state, for a command that only reads. Otherwise prints what is wrong, and returns the exit
 * code that a beat would end with.
 */
export async function loadSavedState(output: Output): Promise<SavedState> {
  const loaded = await loadConfig();
  if (loaded.status === "invalid") {
    const places = settingsPlaces(process.env);
    for (const problem of loaded.problems) refuse(output, describeProblem(problem, places));
    return { status: "exit", code: EXIT.failed };
  }
  const settings = resolveConfig(loaded.config, process.env);
  const saved = await readLatestState(stateFolder(settings.stateDir));
  const exit = (failure: Failure, code: ExitCode): SavedState => {
    refuse(output, describeFailure(failure));
    return { status: "exit", code };
  };
  switch (saved.status) {
    case "ok":
      if (saved.isCopy) refuse(output, "the state file is corrupt or missing: showing the last good copy");
      return { status: "ok", settings, state: saved.state };
    case "missing":
      return { status: "ok", settings, state: undefined };
    case "newer":
    case "corrupt":
      return exit(stateFailure(saved.status), EXIT.state);
    case "other_program":
      return exit(stateFailure("other_program"), EXIT.failed);
    case "unusable":
      return exit(stateFailure("unusable", saved.code), EXIT.state);
  }
}

/** The result of the last beat's limits call, without the fallback. Undefined before the first beat. */
export function lastLimits({ lastBeat, lastGoodLimits }: State): LimitsResult | undefined {
  if (lastBeat === null) return undefined;
  const { limitsStatus: status, limitsDetail: detail } = lastBeat;
  if (status === "ok" && lastGoodLimits !== null) return lastGoodLimits;
  return { status, ...(detail !== null && { detail }), fetchedAt: null, items: [] };
}
