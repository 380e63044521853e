import { createInterface } from "node:readline";
import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { type Output, refuse } from "../../cli/output.ts";
import {
  type Place,
  type Plan,
  planUninstall,
  type Run,
  realServiceEdges,
  removeFiles,
  runAll,
  type ServiceEdges,
  serviceState,
} from "../../service/install/index.ts";
import { homeFolder } from "../../settings/index.ts";
import { NO_HOME } from "../install.ts";
import { planPurge, purgeAll } from "./purge.ts";

/** Stops the service and removes what install wrote; with `purge`, after asking, the state and the settings too. */
export async function uninstallCommand(
  { purge, yes }: { purge: boolean; yes: boolean },
  output: Output,
  { env: shell, manager, run }: ServiceEdges = realServiceEdges(),
): Promise<ExitCode> {
  const fail = (message: string) => refuse(output, message);
  const home = homeFolder(shell);
  if (home === undefined) return fail(NO_HOME);
  // Where none runs, systemd's files may still lie here, and nobody needs to be told that they go.
  const place = {
    manager: manager ?? "systemd",
    env: shell,
    home,
    run: manager === undefined ? NOBODY : run,
  };
  const planned = await planUninstall(place);
  if (planned.status === "unreadable") return fail(`${planned.path} cannot be read (${planned.code})`);
  const { plan, env } = planned;

  // All that speaks against a purge is looked at before anything goes.
  const refused = purge ? await planPurge(env) : undefined;
  if (refused?.status === "refused") {
    for (const problem of refused.problems) fail(problem);
    return fail("nothing was removed");
  }
  if (purge && !yes) {
    if (!process.stdin.isTTY) return fail("--purge asks first; where nobody can answer, add --yes");
    if (!(await isWanted(output))) return EXIT.ok;
  }

  const service = await removeService(plan, place, output);
  if (service.status === "failed") return fail(service.problem);
  if (!service.isFound) {
    output.out(manager === undefined ? NOTHING_AND_NO_MANAGER : "Nothing was installed.\n");
  }
  if (purge) return purgeAll(env, output);
  output.out("The state and the settings are left as they are.\n");
  return EXIT.ok;
}

const NOTHING_AND_NO_MANAGER = "Nothing is installed here: no systemd and no launchd runs.\n";

/** In the place of a manager that does not run: there is nothing to stop, and nothing to forget. */
const NOBODY: Run = () => ({ status: 0, output: "" });

type ServiceRemoval =
  | { readonly status: "ok"; readonly isFound: boolean }
  | { readonly status: "failed"; readonly problem: string };

/** Stops the service and removes its files. Never rejects. */
async function removeService(plan: Plan, place: Place, output: Output): Promise<ServiceRemoval> {
  const { run, manager } = place;
  const failure = (problem: string): ServiceRemoval => ({ status: "failed", problem });
  const unstopped = runAll(plan.disable, run);
  if (unstopped !== undefined && serviceState(place).isActive) {
    return failure(`${manager} did not stop the service, and nothing was removed: ${unstopped.failed}`);
  }
  const { removed, failed } = await removeFiles(plan);
  const unreached = runAll(plan.forget, run);
  for (const path of removed) output.out(`Removed ${path}\n`);
  if (failed.length > 0) {
    const paths = failed.map(({ path, code }) => `${path} (${code})`);
    return failure(`not everything could be removed: ${paths.join(", ")}`);
  }
  if (removed.length > 0 && unreached !== undefined) {
    output.err(
      `${vendor.program}: ${manager} could not be reached: a service that runs goes on until you log out (${unreached.failed})\n`,
    );
  }
  return { status: "ok", isFound: removed.length > 0 };
}

/** Frozen days may be the only copy: nobody loses them by a slip. Ctrl-C and Ctrl-D are a no. */
async function isWanted({ out }: Output): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await new Promise<string>((resolve) => {
    reader.once("close", () => resolve(""));
    reader.question("Remove the record of all past days, and the settings, for good? [y/N] ", resolve);
  });
  reader.close();
  const isYes = /^y(es)?$/i.test(answer.trim());
  if (!isYes) out("Nothing was removed.\n");
  return isYes;
}
