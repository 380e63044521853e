import { rm } from "node:fs/promises";
import { realFiles } from "../base/disk/files.ts";
import { errorCode } from "../base/errors.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { describeCode } from "../base/system-errors.ts";
import { type Output, refuse } from "../cli/index.ts";
import { changeSettings, describeProblem, homeFolder, loadConfig } from "../settings/index.ts";
import { NO_HOME } from "./install/command.ts";
import { authorityByHand, currentCollector, joinPaths, overridingVariables } from "./join/command.ts";

/** Undoes what join wrote. The record stays, and so does what the collector has. */
export async function leaveCommand(output: Output): Promise<ExitCode> {
  const { env } = process;
  const home = homeFolder(env);
  if (home === undefined) return refuse(output, NO_HOME);
  const paths = joinPaths(env, home);
  const loaded = await loadConfig({ env });
  if (loaded.status === "invalid") {
    for (const problem of loaded.problems) refuse(output, describeProblem(problem));
    return EXIT.failed;
  }
  const [variable] = overridingVariables(env);
  if (variable !== undefined) return refuse(output, `${variable} sets the collector. Fix: unset it`);
  const current = currentCollector(loaded.config, env, paths);
  switch (current.status) {
    case "none":
      output.out("This machine has not joined a collector.\n");
      return EXIT.ok;
    case "by_hand":
      return refuse(output, `${current.setting} was set by hand. Fix: remove it from the settings file`);
    case "joined":
      break;
  }
  try {
    const collectorCa = authorityByHand(loaded.config, env, paths);
    const left = { baseUrl: undefined, collectorCa, pushTokenFile: undefined };
    await changeSettings(paths.settings, left, realFiles);
    for (const path of [paths.token, paths.ca]) await rm(path, { force: true });
  } catch (error) {
    return refuse(output, `cannot change the settings: ${describeCode(errorCode(error))}`);
  }
  const { host } = new URL(current.baseUrl);
  output.out(`Left ${host}: nothing more is pushed. The collector keeps what it has.\n`);
  return EXIT.ok;
}
