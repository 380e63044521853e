import { parseArgs } from "node:util";
import { nearest } from "../base/nearest.ts";
import { repeatable } from "../base/strings.ts";
import { COMMON_OPTIONS, type Command, type Options, type Program } from "./command.ts";

const FLAG = { type: "boolean" } as const;
const VALUE = { type: "string" } as const;

type OptionTypes = Readonly<Record<string, (typeof FLAG | typeof VALUE) & { readonly short?: string }>>;

export type CommandLine =
  | {
      readonly status: "run";
      readonly command: Command;
      readonly options: Options;
      readonly word: string;
    }
  | { readonly status: "help"; readonly command: string | undefined }
  | { readonly status: "version" }
  /** `command`: the command whose help to suggest. */
  | { readonly status: "wrong"; readonly message: string; readonly command: string | undefined };

/** Parses a command line. A message about a mistake repeats nothing that could be a token. */
export function readCommandLine(
  given: readonly string[],
  { name: program, commands, suggestion }: Program,
): CommandLine {
  const args = withDashes(given);
  const name = args.find(isWord);
  const found = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  const command = found && name;
  const wrong = (message: string): CommandLine => ({ status: "wrong", message, command });
  if (name !== undefined && found === undefined) {
    return wrong(unknown("command", name, [...Object.keys(commands), ...Object.keys(COMMON_OPTIONS)]));
  }

  const own: Command["options"] = found?.options ?? {};
  const options = typesOf(own);
  const { values, positionals, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens) {
    const mistake = token.kind === "option" ? mistakeIn(token, options) : undefined;
    if (mistake !== undefined) return wrong(mistake);
  }
  if (values["version"]) return { status: "version" };
  if (values["help"]) return { status: "help", command };
  if (found === undefined) {
    return wrong(`no command given${suggestion === undefined ? "" : ` (try "${program} ${suggestion}")`}`);
  }

  const [, word = "", ...more] = positionals;
  const { words, needs = {} } = found;
  if (words === undefined && positionals.length > 1) return wrong(`${command} takes no arguments`);
  if (words !== undefined && (more.length > 0 || !words.includes(word))) {
    return wrong(
      `${command} takes one of ${words.join(", ")}${more.length > 0 ? "" : didYouMean(word, words)}`,
    );
  }
  for (const [option, other] of Object.entries(needs)) {
    if (values[option] && !values[other]) return wrong(`--${option} only works with --${other}`);
  }
  const taken = Object.keys(own).flatMap((option): [string, string | true][] => {
    const value = values[option];
    return value === true || typeof value === "string" ? [[option, value]] : [];
  });
  return { status: "run", command: found, options: new Map(taken), word };
}

const isWord = (argument: string) => !argument.startsWith("-");

/** Rewrites `help report` as `--help report`, and `version` as `--version`. */
function withDashes(args: readonly string[]): string[] {
  const other = args.findIndex((argument) => isWord(argument) && !Object.hasOwn(COMMON_OPTIONS, argument));
  const end = other === -1 ? args.length : other;
  return args.map((argument, at) => (at < end && isWord(argument) ? `--${argument}` : argument));
}

function typesOf(own: Command["options"]): OptionTypes {
  const types = Object.entries(own).map(([name, what]) => [name, typeof what === "string" ? FLAG : VALUE]);
  const common = Object.entries(COMMON_OPTIONS).map(([name, { short }]) => [name, { ...FLAG, short }]);
  return Object.fromEntries([...types, ...common]) as OptionTypes;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value follows a `=`. */
  readonly inlineValue: boolean | undefined;
}

/** What is wrong with an option as it was given. */
function mistakeIn(
  { name, rawName, value, inlineValue }: OptionToken,
  options: OptionTypes,
): string | undefined {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const short = Object.values(COMMON_OPTIONS).map((common) => `-${common.short}`);
    return unknown("option", rawName, [...Object.keys(options).map((flag) => `--${flag}`), ...short]);
  }
  if (option.type === "boolean") return value === undefined ? undefined : `${rawName} takes no value`;
  // A word that looks like an option is a value only after a `=`.
  const isOption = inlineValue === false && value !== "-" && value?.startsWith("-");
  return value === undefined || isOption ? `${rawName} needs a value` : undefined;
}

function unknown(what: "command" | "option", word: string, candidates: readonly string[]): string {
  return `unknown ${what} ${JSON.stringify(repeatable(word))}${didYouMean(word, candidates)}`;
}

function didYouMean(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}
