import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { VERSION } from "../base/version.ts";
import type { Command } from "./command.ts";
import { readCommandLine } from "./command-line.ts";
import type { Output } from "./output.ts";
import { COMMANDS, type CommandName } from "./table.ts";

/** The command line: runs one command and gives the process's exit status. `daemon` is the daemon's file. */
export async function main(args: string[], daemon: string, output: Output): Promise<ExitCode> {
  const line = readCommandLine(args);
  switch (line.status) {
    case "wrong":
      output.err(`${vendor.program}: ${line.message}; see ${vendor.program} --help\n`);
      return EXIT.usage;
    case "version":
      output.out(`${VERSION}\n`);
      return EXIT.ok;
    case "help":
      output.out(help(line.command));
      return EXIT.ok;
    case "run":
      return COMMANDS[line.command].run(line.options, {
        daemon,
        output,
        word: line.word,
        commands: COMMANDS,
      });
  }
}

/** The help of a command, or of all. */
function help(name: CommandName | undefined): string {
  const command: Command | undefined = name === undefined ? undefined : COMMANDS[name];
  const everywhere = [row("--help", "print this"), row("--version", "print the version")];
  if (name !== undefined && command !== undefined) {
    const examples = command.examples.map((example) => `  ${vendor.program} ${example}\n`);
    return [
      `Usage: ${vendor.program} ${[name, ...(command.words ? [command.words.join("|")] : [])].join(" ")} [options]\n\n${command.summary}\n`,
      `\nOptions:\n${[...optionRows(command, ""), ...everywhere].join("")}`,
      `\nExamples:\n${examples.join("")}`,
    ].join("");
  }
  const rows = Object.entries(COMMANDS).flatMap(([name, command]) => [
    row(name, command.summary),
    ...optionRows(command, "  "),
  ]);
  return `Usage: ${vendor.program} <command> [options]\n\nCommands:\n${rows.join("")}\nOptions:\n${everywhere.join("")}`;
}

function optionRows({ options }: Command, indent: string): string[] {
  return Object.entries(options).map(([name, what]) =>
    typeof what === "string"
      ? row(`${indent}--${name}`, what)
      : row(`${indent}--${name} ${what.value}`, what.what),
  );
}

function row(name: string, what: string): string {
  return `  ${name.padEnd(14)} ${what}\n`;
}
