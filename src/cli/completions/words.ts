import { COMMON_OPTIONS, type Commands, type ValueOption } from "../command.ts";

/** A first word of a command line, as a shell completes it. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  /** The words that can follow it. */
  readonly words: readonly string[];
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
  const commands = Object.entries(table).map(([name, { summary, options, words = [] }]) => ({
    name,
    summary,
    words,
    options: [...Object.entries(options).map(optionWords), ...COMMON_WORDS],
  }));
  const common = Object.entries(COMMON_OPTIONS).map(([name, { what }]) => ({
    name,
    summary: what,
    words: name === "help" ? Object.keys(table) : [],
    options: COMMON_WORDS,
  }));
  return [...commands, ...common];
}

function optionWords([flag, what]: [string, string | ValueOption]): OptionWords {
  const name = `--${flag}`;
  return typeof what === "string" ? { name, summary: what } : { name, summary: what.what, value: what };
}
