import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { describeCode } from "../../base/system-errors.ts";
import { type Output, refuse } from "../../cli/index.ts";
import {
  planUninstall,
  realServiceEdges,
  removeService,
  type ServiceEdges,
} from "../../service/install/index.ts";
import {
  areLimitsOff,
  describeProblem,
  encodingProblem,
  homeFolder,
  LIMITS_VARIABLE,
} from "../../settings/index.ts";
import { askOnTerminal } from "../ask.ts";
import { NO_HOME } from "../install/command.ts";
import { describeLoss, planPurge, purgeAll } from "./purge.ts";

/** Stops the service and removes what install wrote; with `purge`, after asking, the state and the settings too. */
export async function uninstallCommand(
  { purge, yes }: { purge: boolean; yes: boolean },
  output: Output,
  { env: shell, manager, run }: ServiceEdges = realServiceEdges(),
): Promise<ExitCode> {
  const fail = (message: string) => refuse(output, message);
  const home = homeFolder(shell);
  if (home === undefined) return fail(NO_HOME);
  const encoding = encodingProblem(shell, home);
  if (encoding !== undefined) return fail(`${describeProblem(encoding)}. Nothing was removed.`);
  // Without a manager, files for systemd may still be there to remove, and no service can be running.
  const place = {
    manager: manager ?? "systemd",
    env: shell,
    home,
    run: manager === undefined ? noManager : run,
  } as const;
  const planned = await planUninstall(place, { purge });
  if (planned.status === "unreadable") {
    return fail(`cannot read ${planned.path}: ${describeCode(planned.code)}`);
  }
  const { plan, env } = planned;

  // Every reason against a purge is found before anything is removed.
  const purgePlan = purge ? await planPurge(env) : undefined;
  if (purgePlan?.status === "refused") {
    for (const problem of purgePlan.problems) fail(problem);
    return fail("nothing was removed");
  }
  if (purgePlan !== undefined && !yes) {
    const ask = askOnTerminal();
    if (ask === undefined)
      return fail("--purge asks first, and there is no terminal to ask on. Fix: add --yes");
    // This may be the only record of past days.
    const loss = await describeLoss(purgePlan.stateDir);
    if (!(await ask(`Permanently remove ${loss} and the settings?`))) {
      output.out("Nothing was removed.\n");
      return EXIT.ok;
    }
  }

  const service = await removeService(plan, place);
  if (service.status === "still_active") {
    return fail(`${place.manager} did not stop the service, so nothing was removed: ${service.why}`);
  }
  const { removed } = service;
  for (const path of removed) output.out(`Removed ${path}\n`);
  if (service.status === "failed") {
    for (const { path, code } of service.failed) fail(`cannot remove ${path}: ${describeCode(code)}`);
    for (const { path, code } of service.unwritten) fail(`cannot write ${path}: ${describeCode(code)}`);
    return EXIT.failed;
  }
  if (removed.length > 0 && service.unreachable !== undefined) {
    output.err(
      `${vendor.program}: cannot reach ${place.manager} (${service.unreachable}). If the service is running, it runs until you log out.\n`,
    );
  }
  if (removed.length === 0) {
    output.out(manager === undefined ? NOTHING_AND_NO_MANAGER : "The service is not installed.\n");
  }
  for (const path of service.kept) output.out(`Kept your own lines in ${path}\n`);
  if (purge) return purgeAll(env, output);
  if (removed.length > 0 && place.manager === "launchd" && areLimitsOff(env) && !areLimitsOff(shell)) {
    output.out(LIMITS_WERE_OFF);
  }
  output.out("Kept the state and the settings. To remove them too, add --purge.\n");
  return EXIT.ok;
}

const LIMITS_WERE_OFF = `Limits were off for the service. Before you install it again: export ${LIMITS_VARIABLE}=off\n`;
const NOTHING_AND_NO_MANAGER = "The service is not installed: neither systemd nor launchd is running here.\n";

/** Runs nothing, because there is no manager. */
const noManager: ServiceEdges["run"] = () => ({ status: 0, output: "" });
