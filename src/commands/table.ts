import type { ExitCode } from "../base/exit-codes.ts";
import { beatCommand } from "./beat.ts";
import { completionsCommand } from "./completions/command.ts";
import { SHELLS, type Shell } from "./completions/script.ts";
import { configCommand } from "./config.ts";
import { doctorCommand } from "./doctor/command.ts";
import { installCommand } from "./install.ts";
import type { Output } from "./program.ts";
import { runCommand } from "./run.ts";
import { uninstallCommand } from "./uninstall.ts";

/** The flags that were given. */
export type Options = ReadonlySet<string>;

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
  /** Each flag with what it does. */
  readonly options: Readonly<Record<string, string>>;
  /** The words of which one must stand after the command. */
  readonly words?: readonly string[];
  readonly run: (options: Options, surroundings: Surroundings) => Promise<ExitCode>;
}

/** Every command: the one list that the command line and its help are made from. */
export const COMMANDS = {
  run: {
    summary: "beat every 15 minutes, in the foreground",
    options: {},
    run: (_, { output }) => runCommand(output),
  },
  beat: {
    summary: "beat once, now",
    options: { json: "print the result as JSON" },
    run: (options, { output }) => beatCommand({ json: options.has("json") }, output),
  },
  doctor: {
    summary: "check each thing that can be wrong, and say how to mend it",
    options: { json: "print the checks as JSON" },
    run: (options, { daemon, output }) => doctorCommand({ json: options.has("json"), daemon }, output),
  },
  config: {
    summary: "print each setting, and where it came from",
    options: { json: "print the settings as JSON" },
    run: (options, { output }) => configCommand({ json: options.has("json") }, output),
  },
  install: {
    summary: "write the service file for this machine and user",
    options: { now: "enable and start the service too" },
    run: (options, { daemon, output }) => installCommand({ now: options.has("now"), daemon }, output),
  },
  uninstall: {
    summary: "stop the service and remove what install wrote",
    options: { purge: "remove the state and the settings too, after asking", yes: "do not ask" },
    run: (options, { output }) =>
      uninstallCommand({ purge: options.has("purge"), yes: options.has("yes") }, output),
  },
  completions: {
    summary: "print completions for a shell: bash, zsh or fish",
    options: {},
    words: SHELLS,
    // The command line takes no other word.
    run: (_, { word, commands, output }) => completionsCommand(word as Shell, commands, output),
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
