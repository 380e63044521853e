import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import type { Commands } from "../cli/command.ts";
import { completionScript, type Shell } from "../cli/completions/script.ts";
import { wordsOf } from "../cli/completions/words.ts";
import type { Output } from "../cli/output.ts";

/** Prints what makes a shell complete this program's commands, as the table of commands has them. */
export async function completionsCommand(
  shell: Shell,
  commands: Commands,
  { out }: Output,
): Promise<ExitCode> {
  out(completionScript(shell, vendor.program, wordsOf(commands)));
  return EXIT.ok;
}
