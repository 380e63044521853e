import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { temporaryFolder } from "./folder.ts";

/** One call as strace reports it, with interrupted lines joined. */
export interface SystemCall {
  readonly name: string;
  /** The text between the parentheses; each descriptor has its path or address. */
  readonly args: string;
  readonly result: string;
}

const STRACE = ["-f", "-y", "-qq", "-s", "16", "-e", "trace=file,desc,network"];

/** Why calls cannot be traced; false if they can. */
export const withoutStrace: string | false =
  spawnSync("strace", [...STRACE, "-o", "/dev/null", "true"]).status === 0
    ? false
    : "`strace` is not installed or not allowed";

/** Runs a built program to its end and returns all its calls on files, descriptors and the network. */
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
  const started = new Map<string, string>();
  const calls: SystemCall[] = [];
  for (const line of trace.split("\n")) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(rest) ?? [];
    if (start !== undefined) {
      started.set(thread, start);
      continue;
    }
    const joined = rest.replace(/^<\.\.\. \w+ resumed>/, () => started.get(thread) ?? "");
    const [, name, args, result] = /^(\w+)\((.*)\) += (.*)$/.exec(joined) ?? [];
    if (name !== undefined && args !== undefined && result !== undefined) calls.push({ name, args, result });
  }
  return calls;
}
