import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { temporaryFolder } from "./folder.ts";

/** One call as strace writes it down, put together again where another thread's came in between. */
export interface SystemCall {
  readonly name: string;
  /** Between the brackets, each descriptor with the path or the address behind it. */
  readonly args: string;
  readonly result: string;
}

const STRACE = ["-f", "-y", "-qq", "-s", "16", "-e", "trace=file,desc,network"];

/** Why no calls can be watched; false where they can. */
export const withoutStrace: string | false =
  spawnSync("strace", [...STRACE, "-o", "/dev/null", "true"]).status === 0
    ? false
    : "`strace` is not here, or not allowed";

/** Runs a built program to its end, and gives every call on files, descriptors and the network that it made. */
export async function systemCalls(
  t: TestContext,
  file: string,
  args: readonly string[],
  { env, cwd }: { env: Readonly<Record<string, string>>; cwd: string },
): Promise<SystemCall[]> {
  const trace = join(await temporaryFolder(t), "trace");
  const command = [...STRACE, "-o", trace, process.execPath, file, ...args];
  await promisify(execFile)("strace", command, { cwd, env: { PATH: process.env["PATH"], ...env } });
  return readCalls(await readFile(trace, "utf8"));
}

export function readCalls(trace: string): SystemCall[] {
  const begun = new Map<string, string>();
  const calls: SystemCall[] = [];
  for (const line of trace.split("\n")) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(rest) ?? [];
    if (start !== undefined) {
      begun.set(thread, start);
      continue;
    }
    const whole = rest.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(thread) ?? "");
    const [, name, args, result] = /^(\w+)\((.*)\) += (.*)$/.exec(whole) ?? [];
    if (name !== undefined && args !== undefined && result !== undefined) calls.push({ name, args, result });
  }
  return calls;
}
