import type { ExitCode } from "../base/exit-codes.ts";
import type { Output } from "./output.ts";

/** The options that were given: `true` for a flag, otherwise the value. */
export type Options = ReadonlyMap<string, string | true>;

/** What a command gets besides its options. */
export interface Context {
  readonly output: Output;
  /** The word after the command, if the command takes one. */
  readonly word: string;
}

/** An option that takes a value. */
export interface ValueOption {
  /** The value's placeholder in the help, such as `FILE`. */
  readonly value: string;
  readonly what: string;
  /** Every allowed value, if they can be listed. */
  readonly values?: readonly string[];
  readonly isFile?: boolean;
}

export interface Command {
  readonly summary: string;
  /** A further sentence for the command's own help. */
  readonly note?: string;
  /** What each flag does, or an option that takes a value. */
  readonly options: Readonly<Record<string, string | ValueOption>>;
  /** Options that only work together with another option. */
  readonly needs?: Readonly<Record<string, string>>;
  /** The words that the command accepts. Exactly one is required. */
  readonly words?: readonly string[];
  /** Sample command lines for the command's own help, without the program's name. */
  readonly examples: readonly string[];
  readonly run: (options: Options, context: Context) => Promise<ExitCode>;
}

export type Commands = Readonly<Record<string, Command>>;

/** A program as its command line sees it. */
export interface Program {
  readonly name: string;
  readonly version: string;
  readonly commands: Commands;
  /** The command to suggest if none was given. */
  readonly suggestion?: string;
  /** Sentences at the end of the help. */
  readonly notes: readonly string[];
  /** Each exit code with its meaning, for the help. */
  readonly exitCodes: readonly (readonly [ExitCode, string])[];
}

/** Options that work with every command and without one. Each is also a command: `help` is `--help`. */
export const COMMON_OPTIONS = {
  help: { short: "h", what: "print help for the program or for a command" },
  version: { short: "V", what: "print the version" },
} as const;
