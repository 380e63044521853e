import type { Command, ValueOption } from "../command.ts";
import { EVERYWHERE } from "../common-options.ts";

/** A word that may stand first, as a shell is to complete it. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  /** Those that stand after it. */
  readonly words: readonly string[];
  readonly options: readonly OptionWords[];
}

export interface OptionWords {
  /** With its dashes. */
  readonly name: string;
  readonly summary: string;
  /** Where a value must follow: what it can be. */
  readonly value?: ValueOption;
}

/** The part of the commands that completions use. */
type Table = Readonly<Record<string, Pick<Command, "summary" | "options" | "words">>>;

/** The options that stand with every command, and without one. */
export const EVERYWHERE_WORDS: readonly OptionWords[] = Object.entries(EVERYWHERE).map(
  ([name, { what }]) => ({ name: `--${name}`, summary: what }),
);

/** What a shell needs of the table of commands. */
export function wordsOf(table: Table): CommandWords[] {
  const commands = Object.entries(table).map(([name, { summary, options, words = [] }]) => ({
    name,
    summary,
    words,
    options: [...Object.entries(options).map(optionWords), ...EVERYWHERE_WORDS],
  }));
  const others = Object.entries(EVERYWHERE).map(([name, { what }]) => ({
    name,
    summary: what,
    words: name === "help" ? Object.keys(table) : [],
    options: EVERYWHERE_WORDS,
  }));
  return [...commands, ...others];
}

function optionWords([flag, what]: [string, string | ValueOption]): OptionWords {
  const name = `--${flag}`;
  return typeof what === "string" ? { name, summary: what } : { name, summary: what.what, value: what };
}
