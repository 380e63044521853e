import { type ParseArgsConfig, parseArgs } from "node:util";
import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { VERSION } from "../base/version.ts";
import type { Command, Options } from "./command.ts";
import { nearest } from "./nearest.ts";
import { type Output, realOutput } from "./output.ts";
import { COMMANDS, type CommandName } from "./table.ts";

const FLAG = { type: "boolean" } as const;
const VALUE = { type: "string" } as const;
const EVERYWHERE = { help: { ...FLAG, short: "h" }, version: { ...FLAG, short: "V" } } as const;

/** The command line: runs one command and gives the process's exit status. `daemon` is the daemon's file. */
export async function main(args: string[], daemon: string, output: Output = realOutput): Promise<ExitCode> {
  const line = readLine(args);
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

type CommandLine =
  | { status: "run"; command: CommandName; options: Options; word: string }
  | { status: "help"; command: CommandName | undefined }
  | { status: "version" }
  | { status: "wrong"; message: string };

function readLine(args: string[]): CommandLine {
  const name = args.find((argument) => !argument.startsWith("-"));
  const isKnown = name !== undefined && Object.hasOwn(COMMANDS, name);
  const command = isKnown ? (name as CommandName) : undefined;
  const own: Command["options"] = command === undefined ? {} : COMMANDS[command].options;
  const kinds = Object.entries(own).map(([name, what]) => [name, typeof what === "string" ? FLAG : VALUE]);
  const options = {
    ...(Object.fromEntries(kinds) as Record<string, typeof FLAG | typeof VALUE>),
    ...EVERYWHERE,
  };
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    if (name !== undefined && command === undefined) return unknown("command", name, Object.keys(COMMANDS));
    const option = unknownOption(args, options);
    if (option !== undefined)
      return unknown(
        "option",
        option,
        Object.keys(options).map((flag) => `--${flag}`),
      );
    return wrong(error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? "") : "unknown option");
  }
  const { values, positionals } = parsed;
  if (values["version"]) return { status: "version" };
  if (values["help"]) return { status: "help", command };
  if (name === undefined) return wrong("no command");
  if (command === undefined) return unknown("command", name, Object.keys(COMMANDS));
  const { words }: Command = COMMANDS[command];
  const [, word = "", ...more] = positionals;
  if (words === undefined && positionals.length > 1) return wrong(`${command} takes no arguments`);
  if (words !== undefined && (more.length > 0 || !words.includes(word)))
    return wrong(
      `${command} takes one of ${words.join(", ")}${more.length > 0 ? "" : suggestion(word, words)}`,
    );
  const given = Object.keys(own).flatMap((option): [string, string | true][] => {
    const value = values[option];
    return value === true || typeof value === "string" ? [[option, value]] : [];
  });
  return { status: "run", command, options: new Map(given), word };
}

/** The first option, as it was written, that is none of these. */
function unknownOption(args: string[], options: ParseArgsConfig["options"] & {}): string | undefined {
  const { tokens } = parseArgs({ args, allowPositionals: true, options, strict: false, tokens: true });
  const found = tokens.find((token) => token.kind === "option" && !Object.hasOwn(options, token.name));
  return found?.kind === "option" ? found.rawName : undefined;
}

function unknown(what: "command" | "option", word: string, candidates: readonly string[]): CommandLine {
  return wrong(`unknown ${what} ${JSON.stringify(word)}${suggestion(word, candidates)}`);
}

function suggestion(word: string, candidates: readonly string[]): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? "" : ` (did you mean ${meant}?)`;
}

function wrong(message: string): CommandLine {
  return { status: "wrong", message };
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
