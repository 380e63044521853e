import { type ParseArgsConfig, parseArgs } from "node:util";
import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { VERSION } from "../base/version.ts";
import { nearest } from "./nearest.ts";
import { type Output, realOutput } from "./program.ts";
import { COMMANDS, type Command, type CommandName, type Options } from "./table.ts";

const FLAG = { type: "boolean" } as const;
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
      output.out(help());
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
  | { status: "help" | "version" }
  | { status: "wrong"; message: string };

function readLine(args: string[]): CommandLine {
  const name = args.find((argument) => !argument.startsWith("-"));
  const isKnown = name !== undefined && Object.hasOwn(COMMANDS, name);
  const command = isKnown ? (name as CommandName) : undefined;
  const flags = Object.keys(command === undefined ? {} : COMMANDS[command].options);
  const options = { ...Object.fromEntries(flags.map((flag) => [flag, FLAG])), ...EVERYWHERE };
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
  if (values["help"]) return { status: "help" };
  if (name === undefined) return wrong("no command");
  if (command === undefined) return unknown("command", name, Object.keys(COMMANDS));
  const { words }: Command = COMMANDS[command];
  const [, word = "", ...more] = positionals;
  if (words === undefined && positionals.length > 1) return wrong(`${command} takes no arguments`);
  if (words !== undefined && (more.length > 0 || !words.includes(word)))
    return wrong(
      `${command} takes one of ${words.join(", ")}${more.length > 0 ? "" : suggestion(word, words)}`,
    );
  return {
    status: "run",
    command,
    options: new Set(flags.filter((flag) => values[flag] === true)),
    word,
  };
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

function help(): string {
  const rows = Object.entries(COMMANDS).flatMap(([name, { summary, options }]) => [
    row(name, summary),
    ...Object.entries(options).map(([flag, what]) => row(`  --${flag}`, what)),
  ]);
  const everywhere = [row("--help", "print this"), row("--version", "print the version")];
  return `Usage: ${vendor.program} <command> [options]\n\nCommands:\n${rows.join("")}\nOptions:\n${everywhere.join("")}`;
}

function row(name: string, what: string): string {
  return `  ${name.padEnd(12)} ${what}\n`;
}
