import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import type { Output } from "../output.ts";
import { completionScript, type Shell } from "./script.ts";
import { type Table, wordsOf } from "./words.ts";

/** Prints what makes a shell complete this program's commands, as the table of commands has them. */
export async function completionsCommand(shell: Shell, table: Table, { out }: Output): Promise<ExitCode> {
  out(completionScript(shell, vendor.program, wordsOf(table)));
  return EXIT.ok;
}
