import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { VERSION } from "../base/version.ts";
import { readCommandLine } from "./command-line.ts";
import { helpText } from "./help.ts";
import type { Output } from "./output.ts";
import { COMMANDS } from "./table.ts";
import { screenOf } from "./text/screen.ts";

/** How wide the help is where it goes to no terminal. */
const USUAL_COLUMNS = 80;

/** The command line: runs one command and gives the process's exit status. `daemon` is the daemon's file. */
export async function main(args: string[], daemon: string, output: Output): Promise<ExitCode> {
  const line = readCommandLine(args);
  switch (line.status) {
    case "wrong": {
      const help = [vendor.program, ...(line.command === undefined ? [] : [line.command]), "--help"].join(
        " ",
      );
      output.err(`${vendor.program}: ${line.message}; see ${help}\n`);
      return EXIT.usage;
    }
    case "version":
      output.out(`${VERSION}\n`);
      return EXIT.ok;
    case "help": {
      const { columns } = screenOf(process.stdout, process.env);
      output.out(helpText(line.command, Number.isFinite(columns) ? columns : USUAL_COLUMNS));
      return EXIT.ok;
    }
    case "run":
      return COMMANDS[line.command].run(line.options, {
        daemon,
        output,
        word: line.word,
        commands: COMMANDS,
      });
  }
}
