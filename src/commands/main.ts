import { parseArgs } from "node:util";
import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { safeError } from "../base/log/log.ts";
import { VERSION } from "../base/version.ts";
import { beatCommand } from "./beat.ts";
import { type Output, realOutput } from "./program.ts";
import { runCommand } from "./run.ts";

const HELP = `Usage: ${vendor.program} <command> [options]

Commands:
  run          beat every 15 minutes, in the foreground
  beat         beat once, now

Options:
  --json       print data as JSON (beat)
  --help       print this
  --version    print the version
`;

/** The command line: runs one command and gives the process's exit status. */
export async function main(args: string[], output: Output = realOutput): Promise<ExitCode> {
  const line = readLine(args);
  if (line.status === "wrong") {
    output.err(`${vendor.program}: ${line.message}; see ${vendor.program} --help\n`);
    return EXIT.usage;
  }
  const { command, json, help, version } = line;
  if (help || version || command === undefined) {
    output.out(version ? `${VERSION}\n` : HELP);
    return EXIT.ok;
  }
  return command === "run" ? runCommand(output) : beatCommand({ json }, output);
}

/** Runs a program to its end. Only here, and in the daemon's beats, is everything caught. */
export async function runProgram(work: () => Promise<ExitCode>): Promise<void> {
  const onBug = (error: unknown) => {
    const bug = { level: "fatal", time: new Date().toISOString(), err: safeError(error), msg: "a bug" };
    process.stderr.write(`${JSON.stringify(bug)}\n`, () => process.exit(EXIT.bug));
  };
  // A reader that went away ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  process.on("uncaughtException", onBug);
  process.on("unhandledRejection", onBug);
  try {
    process.exitCode = await work();
  } catch (error) {
    onBug(error);
  }
}

type CommandLine =
  | { status: "ok"; command: "run" | "beat" | undefined; json: boolean; help: boolean; version: boolean }
  | { status: "wrong"; message: string };

function readLine(args: string[]): CommandLine {
  const wrong = (message: string): CommandLine => ({ status: "wrong", message });
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return wrong(error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? "") : "unknown option");
  }
  const { json = false, help = false, version = false } = parsed.values;
  const [command, ...more] = parsed.positionals;
  if (help || version) return { status: "ok", command: undefined, json, help, version };
  if (command === undefined) return wrong("no command");
  if (command !== "run" && command !== "beat") return wrong(`unknown command ${JSON.stringify(command)}`);
  if (more.length > 0) return wrong(`${command} takes no arguments`);
  return { status: "ok", command, json, help, version };
}

function parse(args: string[]) {
  const flag = { type: "boolean" } as const;
  return parseArgs({
    args,
    allowPositionals: true,
    options: { json: flag, help: { ...flag, short: "h" }, version: { ...flag, short: "V" } },
  });
}
