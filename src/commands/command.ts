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

export interface Command {
  readonly summary: string;
  /** Each flag with what it does; one that takes a value says what stands for it. */
  readonly options: Readonly<Record<string, string | { readonly value: string; readonly what: string }>>;
  /** The words of which one must stand after the command. */
  readonly words?: readonly string[];
  /** Command lines to learn from, for the command's own help. */
  readonly examples: readonly string[];
  readonly run: (options: Options, surroundings: Surroundings) => Promise<ExitCode>;
}
