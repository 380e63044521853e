import { spawnSync } from "node:child_process";
import { errorCode } from "../../base/errors.ts";

/** How long a service manager may take to answer, in milliseconds; longer than a service may take to stop. */
const TIMEOUT_MS = 60_000;

/** A command of a service manager, to be run. */
export interface Command {
  readonly words: readonly string[];
  /** Its failure only means that there was nothing to do. */
  readonly mayFail?: boolean;
}

/** Runs a command to its end without showing its output. If `status` is null, `output` is the reason for its failure. */
export type CommandRunner = (words: readonly string[]) => {
  readonly status: number | null;
  readonly output: string;
};

/** The runner that starts processes. `output` is standard output, then standard error. */
export function execCommand(
  [program = "", ...args]: readonly string[],
  timeoutMs: number = TIMEOUT_MS,
): ReturnType<CommandRunner> {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  if (error !== undefined) return { status: null, output: reasonFor(program, errorCode(error), timeoutMs) };
  return { status, output: `${stdout}${stderr}`.trim() };
}

function reasonFor(program: string, code: string, timeoutMs: number): string {
  if (code === "ENOENT") return `${program} is not on PATH`;
  if (code === "ETIMEDOUT") return `${program} did not answer within ${timeoutMs / 1000} s`;
  return `cannot run ${program} (${code})`;
}

/** Runs commands one after another until one fails. Returns its output, or its words if it printed nothing. */
export function runAll(
  commands: readonly Command[],
  run: CommandRunner,
  onRun: (words: string) => void = () => {},
): { readonly failed: string } | undefined {
  for (const { words, mayFail = false } of commands) {
    onRun(words.join(" "));
    const { status, output } = run(words);
    if (status !== 0 && !mayFail) return { failed: output === "" ? words.join(" ") : output };
  }
  return undefined;
}
