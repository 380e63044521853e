// Real failures of a built program's system calls, injected by strace.
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../folder.ts";
import { type Ended, type ProgramOptions, runProgram } from "../program.ts";

/** Why no failure can be injected; false if one can. */
export const withoutStrace: string | false = skipReason();

export interface Injection {
  /** One system call, or several separated by commas; each is counted separately. */
  readonly call: string;
  readonly code: string;
  /** Which call fails, counted from 1; with `+` all later ones too. */
  readonly when: string;
  /** Only calls on these paths, or on descriptors of them, fail. */
  readonly paths: readonly string[];
}

/**
 * Runs a program with an injected failure; returns whether it occurred. One thread makes all blocking calls, so that
 * their order is fixed.
 */
export async function runInjected(
  t: TestContext,
  file: string,
  args: readonly string[],
  { call, code, when, paths }: Injection,
  { env = {} }: Pick<ProgramOptions, "env"> = {},
): Promise<Ended & { injected: boolean }> {
  const log = join(await temporaryFolder(t), "strace");
  const ended = await runProgram(t, file, args, {
    env: { UV_THREADPOOL_SIZE: "1", ...env },
    under: [
      "strace",
      "-f",
      "-qq",
      `--output=${log}`,
      `--trace=${call}`,
      `--inject=${call}:error=${code}:when=${when}`,
      ...paths.flatMap((path) => ["-P", path]),
    ],
  });
  return { ...ended, injected: (await readFile(log, "utf8")).includes("(INJECTED)") };
}

function skipReason(): string | false {
  if (process.platform !== "linux") return "strace exists only on Linux";
  const { error, status, stderr } = spawnSync(
    "strace",
    ["-qq", "-e", "trace=none", "-e", "inject=getppid:error=EIO", "true"],
    { encoding: "utf8" },
  );
  if (error !== undefined) return "strace is not installed";
  return status === 0 ? false : `strace is not allowed to trace: ${stderr.trim()}`;
}
