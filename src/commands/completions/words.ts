import type { Command } from "../command.ts";

/** A command as a shell is to complete it. */
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
}

/** What of the table of commands is written down. */
export type Table = Readonly<Record<string, Pick<Command, "summary" | "options" | "words">>>;

/** The options that stand with every command, and without one. */
export const EVERYWHERE: readonly OptionWords[] = [
  { name: "--help", summary: "print this" },
  { name: "--version", summary: "print the version" },
];

/** What a shell needs of the table of commands. */
export function wordsOf(table: Table): CommandWords[] {
  return Object.entries(table).map(([name, { summary, options, words = [] }]) => ({
    name,
    summary,
    words,
    options: [
      ...Object.entries(options).map(([flag, what]) => ({
        name: `--${flag}`,
        summary: typeof what === "string" ? what : what.what,
      })),
      ...EVERYWHERE,
    ],
  }));
}
