import { COMMON_OPTIONS, type Command, type Commands, type ValueOption } from "../command.ts";
import { firstWords } from "../command-name.ts";

/** A first word of a command line, as a shell completes it. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  /** The words that can follow it. */
  readonly words: readonly string[];
  /** Whether a file's name can follow it. */
  readonly takesFile: boolean;
  readonly options: readonly OptionWords[];
}

export interface OptionWords {
  /** With its dashes. */
  readonly name: string;
  readonly summary: string;
  /** For an option that takes a value. */
  readonly value?: ValueOption;
}

/** The options that work with every command and without one. */
export const COMMON_WORDS: readonly OptionWords[] = Object.entries(COMMON_OPTIONS).map(
  ([name, { what }]) => ({ name: `--${name}`, summary: what }),
);

/** What a shell needs to know about the commands. */
export function wordsOf(table: Commands): CommandWords[] {
  const firsts = firstWords(table);
  const common = Object.entries(COMMON_OPTIONS).map(([name, { what }]) => ({
    name,
    summary: what,
    words: name === "help" ? firsts : [],
    takesFile: false,
    options: COMMON_WORDS,
  }));
  return [...firsts.map((first) => commandWords(first, table)), ...common];
}

/** A first word, with the second words and options of every command that begins with it. */
function commandWords(first: string, table: Commands): CommandWords {
  const found = Object.entries(table).filter(([name]) => name.split(" ")[0] === first);
  const commands = found.map(([, command]) => command);
  const operands = commands.flatMap((command) => command.operands ?? []);
  const options = Object.assign({}, ...commands.map((command) => command.options)) as Command["options"];
  return {
    name: first,
    summary: commands[0]?.summary ?? "",
    words: [
      ...found.flatMap(([name]) => name.split(" ").slice(1)),
      ...operands.flatMap(({ values = [] }) => values),
    ],
    takesFile: operands.some(({ isFile }) => isFile),
    options: [...Object.entries(options).map(optionWords), ...COMMON_WORDS],
  };
}

function optionWords([flag, what]: [string, string | ValueOption]): OptionWords {
  const name = `--${flag}`;
  return typeof what === "string" ? { name, summary: what } : { name, summary: what.what, value: what };
}
