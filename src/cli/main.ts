import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { DEFAULT_COLUMNS, screenOf } from "../text/screen.ts";
import type { Program } from "./command.ts";
import { readCommandLine } from "./command-line.ts";
import { helpText } from "./help.ts";
import type { Output } from "./output.ts";

/** Runs the command that a command line names and returns the process's exit code. */
export async function main(args: readonly string[], program: Program, output: Output): Promise<ExitCode> {
  const line = readCommandLine(args, program);
  switch (line.status) {
    case "wrong": {
      const help = [program.name, ...(line.command === undefined ? [] : [line.command]), "--help"].join(" ");
      output.err(`${program.name}: ${line.message}; see ${help}\n`);
      return EXIT.commandLine;
    }
    case "version":
      output.out(`${program.version}\n`);
      return EXIT.ok;
    case "help": {
      const { columns } = screenOf(process.stdout, process.env);
      output.out(helpText(program, line.command, Number.isFinite(columns) ? columns : DEFAULT_COLUMNS));
      return EXIT.ok;
    }
    case "run":
      return line.command.run(line.options, { output, words: line.words });
  }
}
