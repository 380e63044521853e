import { spawn } from "node:child_process";
import type { AnyEnv } from "./edges.ts";
import { errorCode } from "./errors.ts";
import { killGroup } from "./kill-group.ts";

/** How a program ended. */
export type ProgramEnd =
  | { readonly status: "exited"; readonly code: number }
  | { readonly status: "killed"; readonly signal: string }
  /** The system error code. */
  | { readonly status: "not_started"; readonly code: string }
  /** It and every process of its group were ended after `timeoutMs`. */
  | { readonly status: "timeout" }
  /** The same, because the signal was aborted. */
  | { readonly status: "aborted" };

export interface ProgramOptions {
  /** Written to its standard input, which is then closed. */
  readonly input: string;
  readonly env: AnyEnv;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether its output goes to our standard error; otherwise it is dropped. */
  readonly showsOutput?: boolean;
}

/**
 * Runs a program in a process group of its own, so that it can be ended with every process that it started. The group is
 * also ended if this process exits. Never rejects.
 */
export function runProgramGroup(
  [program = "", ...args]: readonly string[],
  { input, env, timeoutMs, signal, showsOutput = false }: ProgramOptions,
): Promise<ProgramEnd> {
  if (signal?.aborted) return Promise.resolve({ status: "aborted" });
  return new Promise((resolve) => {
    const output = showsOutput ? 2 : "ignore";
    let end: ProgramEnd | undefined;
    const kill = (): void => killGroup(child?.pid);
    const endWith = (status: "timeout" | "aborted"): void => {
      end ??= { status };
      kill();
    };
    const onAbort = (): void => endWith("aborted");
    const timer = setTimeout(() => endWith("timeout"), timeoutMs);
    const settle = (own: ProgramEnd): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      process.removeListener("exit", kill);
      resolve(end ?? own);
    };
    const child = start();
    if (child === undefined) return;
    signal?.addEventListener("abort", onAbort);
    process.once("exit", kill);
    child.once("error", (error) => settle({ status: "not_started", code: errorCode(error) }));
    child.once("exit", (code, ended) =>
      settle(code === null ? { status: "killed", signal: ended ?? "" } : { status: "exited", code }),
    );
    // A program that does not read its input has ended the pipe. That is not an error.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);

    function start() {
      try {
        return spawn(program, args, { env, detached: true, stdio: ["pipe", output, output] });
      } catch (error) {
        settle({ status: "not_started", code: errorCode(error) });
        return undefined;
      }
    }
  });
}
