import type { ExitCode } from "../base/exit-codes.ts";
import type { Output } from "./output.ts";

/** The options that were given: `true` for a flag, otherwise the value. */
export type Options = ReadonlyMap<string, string | true>;

/** What a command gets besides its options. */
export interface Context {
  readonly output: Output;
  /** The words after the command: at least those that it requires. */
  readonly words: readonly string[];
}

/** A word that follows a command. */
export interface Operand {
  /** Its placeholder in the help, such as `FILE`. */
  readonly name: string;
  readonly isOptional?: boolean;
  /** Every allowed word, if they can be listed. */
  readonly values?: readonly string[];
  readonly isFile?: boolean;
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
  /** The option without which the command does nothing. */
  readonly needed?: string;
  /** Options that only work together with another option. */
  readonly needs?: Readonly<Record<string, string>>;
  /** The words that the command takes; optional ones come last. */
  readonly operands?: readonly Operand[];
  /** Sample command lines for the command's own help, without the program's name. */
  readonly examples: readonly string[];
  readonly run: (options: Options, context: Context) => Promise<ExitCode>;
}

/** The commands by name. A name may have two words, such as `key create`. */
export type Commands = Readonly<Record<string, Command>>;

/** A program as its command line sees it. */
export interface Program {
  readonly name: string;
  /** What the program is, in one sentence: the first line of the help. */
  readonly summary: string;
  readonly version: string;
  readonly commands: Commands;
  /** Whether the program's help leaves the options to the help of each command. */
  readonly isBrief?: boolean;
  /** The command to run if none is given. */
  readonly fallback?: string;
  /** Words that people try as a command, in lower case, and what to try instead: a clause. */
  readonly hints?: Readonly<Record<string, string>>;
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
