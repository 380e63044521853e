import { fileURLToPath } from "node:url";
import { errorCode } from "../../../src/base/errors.ts";
import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { homeFolder } from "../../../src/base/settings/home.ts";
import { describeCode } from "../../../src/base/system-errors.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import {
  managerHere,
  removeService,
  runCommand,
  type ServiceEdges,
  startCommands,
  writeService,
} from "../service/index.ts";

const NO_MANAGER =
  "neither systemd nor launchd is running here. Fix: start serve from your own service manager";

function realEdges(): ServiceEdges {
  return { manager: managerHere(), env: process.env, home: homeFolder(process.env) ?? "/", run: runCommand };
}

/** Writes the service's file for this user, and with `--now` starts it. */
export async function installCommand(
  options: Options,
  output: Output,
  edges: ServiceEdges = realEdges(),
): Promise<ExitCode> {
  const { manager, run } = edges;
  if (manager === undefined) return refuse(output, NO_MANAGER);
  let path: string;
  try {
    const cli = fileURLToPath(import.meta.url);
    path = await writeService({ ...edges, manager }, { node: process.execPath, cli });
  } catch (error) {
    return refuse(output, `cannot write the service's file: ${describeCode(errorCode(error))}`);
  }
  output.out(`Wrote ${path}\n`);
  const commands = startCommands(manager, path);
  if (!options.has("now")) {
    output.out(`To start it:\n${commands.map((words) => `  ${words.join(" ")}\n`).join("")}`);
    return EXIT.ok;
  }
  for (const [command, ...args] of commands) {
    if (run(command, args) !== 0)
      return refuse(output, `${manager} did not start it. Fix: run ${[command, ...args].join(" ")}`);
  }
  output.out("Started. For a line to join with, run invite; for the page, run admin --local.\n");
  return EXIT.ok;
}

/** Stops the service and removes its file. The database stays. */
export async function uninstallCommand(output: Output, edges: ServiceEdges = realEdges()): Promise<ExitCode> {
  const { manager } = edges;
  if (manager === undefined) return refuse(output, NO_MANAGER);
  try {
    const removed = await removeService({ ...edges, manager });
    if (removed.status === "still_running")
      return refuse(output, `${manager} did not stop the service, so nothing was removed`);
    output.out(
      removed.status === "absent"
        ? "The service is not installed.\n"
        : `Removed ${removed.path}. The database stays.\n`,
    );
    return EXIT.ok;
  } catch (error) {
    return refuse(output, `cannot remove the service's file: ${describeCode(errorCode(error))}`);
  }
}
