import type { ExitCode } from "../base/exit-codes.ts";
import type { Output } from "./output.ts";

/** The options that were given: a flag is `true`, another has its value. */
export type Options = ReadonlyMap<string, string | true>;

export interface Surroundings {
  /** The daemon's file, for a service to run. */
  readonly daemon: string;
  readonly output: Output;
  /** The word after the command, for those that take one. */
  readonly word: string;
  /** This very table, for who writes it down. */
  readonly commands: Readonly<Record<string, Command>>;
}

/** An option that takes a value. */
export interface ValueOption {
  /** What stands for the value in the help. */
  readonly value: string;
  readonly what: string;
  /** All that the value can be, where that is a list. */
  readonly values?: readonly string[];
  /** Whether the value is a file's name. */
  readonly isFile?: boolean;
}

export interface Command {
  readonly summary: string;
  /** What its help says besides. */
  readonly note?: string;
  /** Each flag with what it does, or an option that takes a value. */
  readonly options: Readonly<Record<string, string | ValueOption>>;
  /** Options that mean nothing without another, each with that one. */
  readonly needs?: Readonly<Record<string, string>>;
  /** The words of which one must stand after the command. */
  readonly words?: readonly string[];
  /** Command lines to learn from, for the command's own help. */
  readonly examples: readonly string[];
  readonly run: (options: Options, surroundings: Surroundings) => Promise<ExitCode>;
}
