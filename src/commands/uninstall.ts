import { rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline/promises";
import { vendor } from "#vendor";
import { errorCode } from "../base/errors.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { homeFolder, settingsFile } from "../base/paths.ts";
import { loadConfig } from "../base/settings/load.ts";
import { resolveConfig } from "../base/settings/resolve.ts";
import { removeFiles } from "../service/install/files.ts";
import { findManager, planHere, runAll, runCommandLine } from "../service/install/manager.ts";
import { purgeState } from "../state/purge.ts";
import { NO_MANAGER } from "./install.ts";
import { type Output, refuse } from "./program.ts";

/** Stops the service and removes what install wrote; with `purge`, after asking, the state and the settings too. */
export async function uninstallCommand(
  { purge, yes }: { purge: boolean; yes: boolean },
  output: Output,
): Promise<ExitCode> {
  const fail = (message: string) => refuse(output, message);
  const manager = findManager();
  if (manager === undefined && !purge) return fail(NO_MANAGER);
  if (purge && !yes && !(await isWanted(output))) return EXIT.ok;

  try {
    if (manager !== undefined) {
      const plan = planHere(manager, "", "");
      runAll(plan.disable, runCommandLine, () => {});
      const removed = await removeFiles(plan);
      const refused = runAll(plan.forget, runCommandLine, () => {});
      for (const path of removed) output.out(`Removed ${path}\n`);
      if (removed.length === 0) output.out("Nothing was installed.\n");
      else if (refused !== undefined) {
        output.err(
          `${vendor.program}: ${manager} could not be reached: a service that runs goes on until you log out\n`,
        );
      }
    }
    if (purge) await purgeAll(output);
    else output.out("The state and the settings are left as they are.\n");
    return EXIT.ok;
  } catch (error) {
    return fail(`not everything could be removed (${errorCode(error)})`);
  }
}

async function purgeAll({ out }: Output): Promise<void> {
  const loaded = await loadConfig();
  const config = loaded.status === "ok" ? loaded.config : {};
  const { stateDir } = resolveConfig(config, process.env);
  const count = await purgeState(stateDir);
  out(`Removed ${count} files of the state from ${stateDir}\n`);
  const home = homeFolder(process.env);
  if (home === undefined) return;
  const settings = settingsFile(process.env, home);
  await rm(settings, { force: true });
  await rmdir(dirname(settings)).catch(() => {});
  out("Removed the settings.\n");
}

/** Frozen days may be the only copy: nobody loses them by a slip. Where nobody can be asked, the answer is no. */
async function isWanted({ out, err }: Output): Promise<boolean> {
  if (!process.stdin.isTTY) {
    err(`${vendor.program}: --purge asks first; where nobody can answer, add --yes\n`);
    return false;
  }
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await reader.question(
    "Remove the record of all past days, and the settings, for good? [y/N] ",
  );
  reader.close();
  const isYes = /^y(es)?$/i.test(answer.trim());
  if (!isYes) out("Nothing was removed.\n");
  return isYes;
}
