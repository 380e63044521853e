import type { ExitCode } from "../base/exit-codes.ts";
import { beatCommand } from "./beat.ts";
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
}

interface Command {
  readonly summary: string;
  /** Each flag with what it does. */
  readonly options: Readonly<Record<string, string>>;
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
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
