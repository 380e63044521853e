import { parseArgs } from "node:util";
import { COMMON_OPTIONS, type Command, type Operand, type Options, type Program } from "./command.ts";
import { commandNamed, firstWords, groupMistake, isWord } from "./command-name.ts";
import { didYouMean, unknown } from "./suggest.ts";

const FLAG = { type: "boolean" } as const;
const VALUE = { type: "string" } as const;

type OptionTypes = Readonly<Record<string, (typeof FLAG | typeof VALUE) & { readonly short?: string }>>;

export type CommandLine =
  | {
      readonly status: "run";
      readonly command: Command;
      readonly options: Options;
      readonly words: readonly string[];
    }
  | { readonly status: "help"; readonly command: string | undefined }
  | { readonly status: "version" }
  /** `command`: the command whose help to suggest. */
  | { readonly status: "wrong"; readonly message: string; readonly command: string | undefined };

/** Parses a command line. A message about a mistake repeats nothing that could be a token. */
export function readCommandLine(
  given: readonly string[],
  { commands, fallback, hints = {} }: Program,
): CommandLine {
  const dashed = withDashes(given);
  const isNamed = dashed.some(isWord);
  const args = isNamed || fallback === undefined ? dashed : [fallback, ...dashed];
  const named = commandNamed(args, commands);
  const { word: name } = named;
  const command = named.status === "found" ? named.name : undefined;
  const found = command === undefined ? undefined : commands[command];
  const helped = isNamed ? command : undefined;
  const wrong = (message: string): CommandLine => ({ status: "wrong", message, command: helped });
  if (name !== undefined && named.status === "unknown") {
    const hint = Object.hasOwn(hints, name.toLowerCase()) ? hints[name.toLowerCase()] : undefined;
    if (hint !== undefined) return wrong(`unknown command "${name}": ${hint}`);
    return wrong(unknown("command", name, [...firstWords(commands), ...Object.keys(COMMON_OPTIONS)]));
  }

  const own: Command["options"] = found?.options ?? {};
  const options = typesOf(own);
  const { values, positionals, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens) {
    const isChecked = token.kind === "option" && named.status !== "group";
    const mistake = isChecked ? mistakeIn(token, options) : undefined;
    if (mistake !== undefined) return wrong(mistake);
  }
  if (values["version"]) return { status: "version" };
  if (values["help"]) return { status: "help", command: helped };
  if (named.status === "group") return wrong(groupMistake(named, commands));
  if (found === undefined || command === undefined) return wrong("no command given");

  const words = positionals.slice(command.split(" ").length);
  const mistake = operandMistake(command, words, found.operands ?? []);
  if (mistake !== undefined) return wrong(mistake);
  const { needed, needs = {} } = found;
  if (needed !== undefined && !values[needed]) return wrong(`${command} needs --${needed}`);
  for (const [option, other] of Object.entries(needs)) {
    if (values[option] && !values[other]) return wrong(`--${option} only works with --${other}`);
  }
  const taken = Object.keys(own).flatMap((option): [string, string | true][] => {
    const value = values[option];
    return value === true || typeof value === "string" ? [[option, value]] : [];
  });
  return { status: "run", command: found, options: new Map(taken), words };
}

/** What is wrong with the words after a command. */
function operandMistake(
  command: string,
  words: readonly string[],
  operands: readonly Operand[],
): string | undefined {
  const [only, ...others] = operands;
  if (only === undefined) return words.length > 0 ? `${command} takes no arguments` : undefined;
  if (only.values !== undefined && others.length === 0) {
    const [word = "", ...more] = words;
    if (more.length === 0 && only.values.includes(word)) return undefined;
    const meant = more.length > 0 ? "" : didYouMean(word, only.values);
    return `${command} takes one of ${only.values.join(", ")}${meant}`;
  }
  const missing = operands.slice(words.length).filter(({ isOptional }) => !isOptional);
  if (missing.length > 0) return `${command} needs ${missing.map(({ name }) => name).join(" and ")}`;
  const names = operands.map(({ name }) => name).join(" and ");
  return words.length > operands.length ? `${command} takes only ${names}` : undefined;
}

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
