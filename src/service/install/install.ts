import { type CommandRunner, runAll } from "./command-runner.ts";
import {
  obstacleInText,
  shellOnlySettings,
  type UncopiedVariable,
  uncopiedVariables,
} from "./copied-variables.ts";
import { checkServiceFile, type Failed, type Written, writeFiles } from "./files.ts";
import type { Unreadable } from "./installed.ts";
import { isLasting } from "./lasting-path.ts";
import { type LimitsOff, limitsOff } from "./limits-off.ts";
import { type Place, planInstall } from "./make-plan.ts";
import type { Plan } from "./plan.ts";

export interface InstalledService {
  readonly status: "installed";
  readonly written: readonly Written[];
  readonly plan: Plan;
  /** The command lines that start the service, or restart it with what was written. */
  readonly startCommands: readonly string[];
  /** Why the manager cannot be reached from here; `undefined` if it can. */
  readonly unreachable: string | undefined;
  /** Whether the daemon's file is in a temporary folder. */
  readonly isDaemonTemporary: boolean;
  /** The names of the settings that are set in this shell only. */
  readonly shellOnly: readonly string[];
  readonly limitsOff: LimitsOff | undefined;
  readonly uncopied: readonly UncopiedVariable[];
}

export type InstallResult =
  | InstalledService
  /** The daemon is in npx's cache, which is temporary (rule INSTALL-3). */
  | { readonly status: "in_npx_cache" }
  /** An earlier install's file. */
  | Unreadable
  /** A path that cannot be in a service file; `reason` is the end of a sentence about it. */
  | { readonly status: "bad_path"; readonly path: string; readonly reason: string }
  /** The system's own check rejects the service file. Nothing was written. */
  | { readonly status: "rejected"; readonly complaint: string }
  | { readonly status: "unwritable"; readonly written: readonly Written[]; readonly failed: Failed };

/** Writes the service's files, and starts nothing. Never rejects. @param daemon the daemon's file */
export async function installService(place: Place, daemon: string): Promise<InstallResult> {
  if (/\/_npx\//.test(daemon)) return { status: "in_npx_cache" };
  const planned = await planInstall(place, daemon);
  if (planned.status === "unreadable") return planned;
  const { plan, reached } = planned;
  const bad = badPath(plan);
  if (bad !== undefined) return { status: "bad_path", ...bad };
  const complaint = await checkServiceFile(plan, place.run);
  if (complaint !== undefined) return { status: "rejected", complaint };
  const { written, failed } = await writeFiles(plan);
  if (failed !== undefined) return { status: "unwritable", written, failed };
  const commands = written[0]?.change === "new" ? plan.enable : plan.update;
  return {
    status: "installed",
    written,
    plan,
    startCommands: commands.map(({ words }) => words.join(" ")),
    unreachable: reached.status === "unreachable" ? reached.why : undefined,
    isDaemonTemporary: !isLasting(daemon),
    shellOnly: shellOnlySettings(place.env, plan.environment),
    limitsOff: limitsOff(plan, place.env),
    uncopied: uncopiedVariables(place.env),
  };
}

/** Starts the service, or restarts it. Returns what the command that failed printed. @param onRun is called with each command line before it runs */
export function startService(
  { plan }: InstalledService,
  run: CommandRunner,
  onRun: (words: string) => void,
): { readonly failed: string } | undefined {
  return runAll(plan.update, run, onRun);
}

/** systemd ends a line, and with it a path, at a newline: what follows would be another setting of the unit. */
function badPath({ programs, files }: Plan) {
  const paths = [...programs, ...files.map(({ path }) => path)];
  const found = paths.map((path) => ({ path, reason: obstacleInText(path) }));
  return found.find((one): one is { path: string; reason: string } => one.reason !== undefined);
}
