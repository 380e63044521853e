import { parseArgs } from "node:util";
import { repeatable } from "../base/text.ts";
import type { Command, Options } from "./command.ts";
import { nearest } from "./nearest.ts";
import { COMMANDS, type CommandName } from "./table.ts";

const FLAG = { type: "boolean" } as const;
const VALUE = { type: "string" } as const;
const EVERYWHERE = { help: { ...FLAG, short: "h" }, version: { ...FLAG, short: "V" } } as const;

export type CommandLine =
  | {
      readonly status: "run";
      readonly command: CommandName;
      readonly options: Options;
      readonly word: string;
    }
  | { readonly status: "help"; readonly command: CommandName | undefined }
  | { readonly status: "version" }
  | { readonly status: "wrong"; readonly message: string };

/** Reads a command line. What is wrong with it is said without repeating what could be a token. */
export function readCommandLine(args: string[]): CommandLine {
  const name = args.find((argument) => !argument.startsWith("-"));
  const isKnown = name !== undefined && Object.hasOwn(COMMANDS, name);
  const command = isKnown ? (name as CommandName) : undefined;
  const own: Command["options"] = command === undefined ? {} : COMMANDS[command].options;
  const kinds = Object.entries(own).map(([flag, what]) => [flag, typeof what === "string" ? FLAG : VALUE]);
  const options: Record<string, typeof FLAG | typeof VALUE> = { ...Object.fromEntries(kinds), ...EVERYWHERE };
  const { values, positionals, tokens } = parseArgs({ args, options, strict: false, tokens: true });

  if (name !== undefined && command === undefined) return unknown("command", name, Object.keys(COMMANDS));
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) {
      const known = Object.keys(options).map((flag) => `--${flag}`);
      return unknown("option", token.rawName, known);
    }
    if (option.type === "boolean" && token.value !== undefined) {
      return wrong(`the option ${token.rawName} takes no value`);
    }
    if (option.type === "string" && token.value === undefined) {
      return wrong(`the option ${token.rawName} needs a value`);
    }
  }
  if (values["version"]) return { status: "version" };
  if (values["help"]) return { status: "help", command };
  if (command === undefined) return wrong("no command");
  const [, word = "", ...more] = positionals;
  const { words }: Command = COMMANDS[command];
  if (words === undefined && positionals.length > 1) return wrong(`${command} takes no arguments`);
  if (words !== undefined && (more.length > 0 || !words.includes(word))) {
    return wrong(`${command} takes one of ${words.join(", ")}${more.length > 0 ? "" : meant(word, words)}`);
  }
  const given = Object.keys(own).flatMap((option): [string, string | true][] => {
    const value = values[option];
    return value === true || typeof value === "string" ? [[option, value]] : [];
  });
  return { status: "run", command, options: new Map(given), word };
}

function unknown(what: "command" | "option", word: string, candidates: readonly string[]): CommandLine {
  return wrong(`unknown ${what} ${JSON.stringify(repeatable(word))}${meant(word, candidates)}`);
}

function meant(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}

function wrong(message: string): CommandLine {
  return { status: "wrong", message };
}
