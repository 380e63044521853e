// System calls of a built program that are made to fail for real, by strace.
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { type Ended, type ProgramOptions, runProgram } from "../support/program.ts";

/** Why no system call can be made to fail here, where that is so. */
export const withoutStrace: string | false = whyNot();

export interface Injection {
  /** One system call, or several with commas between: each is counted by itself. */
  readonly call: string;
  readonly code: string;
  /** From the first, counted from 1; with `+` from that one on. */
  readonly when: string;
  /** Calls on these paths alone, or on descriptors of them. */
  readonly paths: readonly string[];
}

/** Runs a program with a fault in it; tells whether the fault came. One thread makes all its calls that may wait, so that they have an order. */
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

function whyNot(): string | false {
  if (process.platform !== "linux") return "strace is for Linux alone";
  const { error, status, stderr } = spawnSync(
    "strace",
    ["-qq", "-e", "trace=none", "-e", "inject=getppid:error=EIO", "true"],
    { encoding: "utf8" },
  );
  if (error !== undefined) return "strace is not installed";
  return status === 0 ? false : `strace may not trace here: ${stderr.trim()}`;
}
