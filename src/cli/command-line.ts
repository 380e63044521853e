import { parseArgs } from "node:util";
import { nearest } from "../base/nearest.ts";
import { repeatable } from "../base/strings.ts";
import type { Command, Options, Program } from "./command.ts";
import { EVERYWHERE } from "./common-options.ts";

const FLAG = { type: "boolean" } as const;
const VALUE = { type: "string" } as const;

type Kinds = Readonly<Record<string, (typeof FLAG | typeof VALUE) & { readonly short?: string }>>;

export type CommandLine =
  | {
      readonly status: "run";
      readonly command: Command;
      readonly options: Options;
      readonly word: string;
    }
  | { readonly status: "help"; readonly command: string | undefined }
  | { readonly status: "version" }
  /** `command` is the one whose help tells more. */
  | { readonly status: "wrong"; readonly message: string; readonly command: string | undefined };

/** Reads a command line. What is wrong with it is said without repeating what could be a token. */
export function readCommandLine(
  given: readonly string[],
  { name: program, commands, suggestion }: Program,
): CommandLine {
  const args = spelledOut(given);
  const name = args.find(isWord);
  const found = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  const command = found && name;
  const wrong = (message: string): CommandLine => ({ status: "wrong", message, command });
  if (name !== undefined && found === undefined) {
    return wrong(unknown("command", name, [...Object.keys(commands), ...Object.keys(EVERYWHERE)]));
  }

  const own: Command["options"] = found?.options ?? {};
  const options = kindsOf(own);
  const { values, positionals, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens) {
    const misuse = token.kind === "option" ? misuseOf(token, options) : undefined;
    if (misuse !== undefined) return wrong(misuse);
  }
  if (values["version"]) return { status: "version" };
  if (values["help"]) return { status: "help", command };
  if (found === undefined) return wrong(`no command: ${program} ${suggestion}`);

  const [, word = "", ...more] = positionals;
  const { words, needs = {} } = found;
  if (words === undefined && positionals.length > 1) return wrong(`${command} takes no arguments`);
  if (words !== undefined && (more.length > 0 || !words.includes(word))) {
    return wrong(`${command} takes one of ${words.join(", ")}${more.length > 0 ? "" : meant(word, words)}`);
  }
  for (const [option, other] of Object.entries(needs)) {
    if (values[option] && !values[other]) return wrong(`--${option} needs --${other}`);
  }
  const taken = Object.keys(own).flatMap((option): [string, string | true][] => {
    const value = values[option];
    return value === true || typeof value === "string" ? [[option, value]] : [];
  });
  return { status: "run", command: found, options: new Map(taken), word };
}

const isWord = (argument: string) => !argument.startsWith("-");

/** `help report` as `--help report`, `version` as `--version`. */
function spelledOut(args: readonly string[]): string[] {
  const other = args.findIndex((argument) => isWord(argument) && !Object.hasOwn(EVERYWHERE, argument));
  const end = other === -1 ? args.length : other;
  return args.map((argument, at) => (at < end && isWord(argument) ? `--${argument}` : argument));
}

function kindsOf(own: Command["options"]): Kinds {
  const kinds = Object.entries(own).map(([name, what]) => [name, typeof what === "string" ? FLAG : VALUE]);
  const everywhere = Object.entries(EVERYWHERE).map(([name, { short }]) => [name, { ...FLAG, short }]);
  return Object.fromEntries([...kinds, ...everywhere]) as Kinds;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value stands behind a `=`. */
  readonly inlineValue: boolean | undefined;
}

/** What is wrong with an option as it stands on the command line. */
function misuseOf({ name, rawName, value, inlineValue }: OptionToken, options: Kinds): string | undefined {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const short = Object.values(EVERYWHERE).map((everywhere) => `-${everywhere.short}`);
    return unknown("option", rawName, [...Object.keys(options).map((flag) => `--${flag}`), ...short]);
  }
  if (option.type === "boolean")
    return value === undefined ? undefined : `the option ${rawName} takes no value`;
  // What looks like an option is no value, unless a `=` makes it one.
  const isOption = inlineValue === false && value !== "-" && value?.startsWith("-");
  return value === undefined || isOption ? `the option ${rawName} needs a value` : undefined;
}

function unknown(what: "command" | "option", word: string, candidates: readonly string[]): string {
  return `unknown ${what} ${JSON.stringify(repeatable(word))}${meant(word, candidates)}`;
}

function meant(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}
