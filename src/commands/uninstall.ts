import { createInterface } from "node:readline";
import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { homeFolder } from "../base/paths.ts";
import { removeFiles } from "../service/install/files.ts";
import { type Place, planUninstall, realServiceEdges, type ServiceEdges } from "../service/install/here.ts";
import { isActive } from "../service/install/manager.ts";
import type { Plan } from "../service/install/plan.ts";
import { runAll } from "../service/install/run.ts";
import { NO_HOME, NO_MANAGER } from "./install.ts";
import { type Output, refuse } from "./output.ts";
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
  if (manager === undefined && !purge) return fail(NO_MANAGER);
  const place = manager && { manager, env: shell, home, run };
  const planned = place && (await planUninstall(place));
  if (planned?.status === "unreadable") return fail(`${planned.path} cannot be read (${planned.code})`);
  const env = planned?.env ?? shell;

  // All that speaks against a purge is looked at before anything goes.
  const refused = purge ? await planPurge(env) : undefined;
  if (refused?.status === "refused") {
    for (const problem of refused.problems) fail(problem);
    return fail("nothing was removed");
  }
  if (purge && !yes && !(await isWanted(output))) return EXIT.ok;

  if (place && planned) {
    const problem = await removeService(planned.plan, place, output);
    if (problem !== undefined) return fail(problem);
  }
  if (purge) return purgeAll(env, output);
  output.out("The state and the settings are left as they are.\n");
  return EXIT.ok;
}

/** Stops the service and removes its files; gives what kept it from that. */
async function removeService(
  plan: Plan,
  { run, manager }: Place,
  output: Output,
): Promise<string | undefined> {
  const unstopped = runAll(plan.disable, run);
  if (unstopped !== undefined && isActive(plan, run)) {
    return `${manager} did not stop the service, and nothing was removed: ${unstopped.failed}`;
  }
  const { removed, failed } = await removeFiles(plan);
  const unreached = runAll(plan.forget, run);
  for (const path of removed) output.out(`Removed ${path}\n`);
  if (failed.length > 0) {
    return `not everything could be removed: ${failed.map(({ path, code }) => `${path} (${code})`).join(", ")}`;
  }
  if (removed.length === 0) output.out("Nothing was installed.\n");
  else if (unreached !== undefined) {
    output.err(
      `${vendor.program}: ${manager} could not be reached: a service that runs goes on until you log out (${unreached.failed})\n`,
    );
  }
  return undefined;
}

/**
 * Frozen days may be the only copy: nobody loses them by a slip. Where nobody can be asked, or the question is
 * ended by Ctrl-C or Ctrl-D, the answer is no.
 */
async function isWanted({ out, err }: Output): Promise<boolean> {
  if (!process.stdin.isTTY) {
    err(`${vendor.program}: --purge asks first; where nobody can answer, add --yes\n`);
    return false;
  }
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
