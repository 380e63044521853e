import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { shellWord } from "../base/shell-word.ts";
import { repeatable } from "../base/strings.ts";
import { type Output, refuse } from "../cli/index.ts";
import { commandCall } from "./call.ts";
import { runCommand } from "./run.ts";

/**
 * The daemon's own file, which the service runs. It takes no arguments: a command given to it is named, not run.
 * @param cli the path of the command's file
 */
export async function daemonCommand(args: readonly string[], cli: string, output: Output): Promise<ExitCode> {
  if (args.length === 0) return runCommand({ page: undefined, cli }, output);
  const isPlain = args.every((word) => repeatable(word) === word);
  const line = isPlain ? args.map(shellWord).join(" ") : "--help";
  refuse(output, `daemon.js takes no arguments. Did you mean: ${commandCall(line)}`);
  return EXIT.commandLine;
}
