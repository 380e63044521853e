import { spawnSync } from "node:child_process";
import { errorCode } from "../../base/errors.ts";
import type { Command } from "./plan.ts";

/** How long a service manager may take for an answer, in milliseconds; longer than a service may take to end. */
const PATIENCE_MS = 60_000;

/** Runs a command to its end, quietly; `status` is null where it gave none, and `output` then says why. */
export type Run = (command: readonly string[]) => { readonly status: number | null; readonly output: string };

export function runCommandLine(
  [program = "", ...args]: readonly string[],
  patience: number = PATIENCE_MS,
): ReturnType<Run> {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: patience,
    killSignal: "SIGKILL",
  });
  if (error !== undefined) return { status: null, output: whyNot(program, errorCode(error), patience) };
  return { status, output: `${stdout}${stderr}`.trim() };
}

function whyNot(program: string, code: string, patience: number): string {
  if (code === "ENOENT") return `${program} is not on PATH`;
  if (code === "ETIMEDOUT") return `${program} gave no answer within ${patience / 1000} s`;
  return `${program} cannot be run (${code})`;
}

/** Runs commands one after the other, as far as they succeed; the one that failed and what it said, where one did. */
export function runAll(
  commands: readonly Command[],
  run: Run,
  onRun: (words: string) => void = () => {},
): { readonly failed: string } | undefined {
  for (const { words, mayFail = false } of commands) {
    onRun(words.join(" "));
    const { status, output } = run(words);
    if (status !== 0 && !mayFail) return { failed: output === "" ? words.join(" ") : output };
  }
  return undefined;
}
