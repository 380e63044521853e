import { type ChildProcess, spawn } from "node:child_process";
import { chown } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Cleanup, temporaryFolder } from "./folder.ts";

export const DIST: string = fileURLToPath(new URL("../../dist/", import.meta.url));
export const CLI: string = join(DIST, "cli.js");
export const DAEMON: string = join(DIST, "daemon.js");

export interface ProgramOptions {
  /** Added to an environment with PATH and an empty home only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Node's own arguments. */
  readonly execArgv?: readonly string[];
  /** A command, with its arguments, that runs Node. */
  readonly under?: readonly string[];
  /** How long it may run before it is killed, in milliseconds. */
  readonly timeoutMs?: number;
  /** The user id and group id to run as; only root can set it. */
  readonly user?: number;
}

export interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly child: ChildProcess;
  /** Its home, empty at the start. */
  readonly home: string;
  /** Resolves with the first line on stdout or stderr that matches; rejects if the program ends without one, or after a time. */
  readonly waitForLine: (pattern: RegExp, withinMs?: number) => Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Far longer than any of these programs takes: a program that hangs fails its test. */
const TIMEOUT_MS = 60_000;

/** Starts a built program as its own process; it is killed when the test ends. */
export async function startProgram(
  t: Cleanup,
  file: string,
  args: readonly string[] = [],
  { env = {}, execArgv = [], under = [], timeoutMs = TIMEOUT_MS, user }: ProgramOptions = {},
): Promise<Program> {
  let stop: () => Promise<unknown> = async () => {};
  // Before the folder's hook: hooks run in the order in which they were added.
  t.after(() => stop());
  const home = await temporaryFolder(t);
  if (user !== undefined) await chown(home, user, user);
  const [program = process.execPath, ...rest] = [...under, process.execPath, ...execArgv, file, ...args];
  const child = spawn(program, rest, {
    cwd: home,
    env: { PATH: process.env["PATH"], HOME: home, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    ...(user !== undefined && { uid: user, gid: user }),
  });
  const lines: string[] = [];
  const checks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on("line", (line) => {
      lines.push(line);
      for (const check of checks) check();
    });
  }
  const ended = collect(child);
  stop = () => {
    child.kill("SIGKILL");
    return ended;
  };
  return { child, home, waitForLine, ended };

  async function waitForLine(pattern: RegExp, withinMs = timeoutMs): Promise<string> {
    let check = () => {};
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        const fail = (what: string) =>
          reject(new Error(`${what} without a line like ${pattern}:\n${lines.join("\n")}`));
        check = () => {
          const found = lines.find((line) => pattern.test(line));
          if (found !== undefined) resolve(found);
        };
        checks.add(check);
        timer = setTimeout(() => fail(`ran for ${withinMs} ms`), withinMs);
        void ended.then(() => fail("ended"));
        check();
      });
    } finally {
      clearTimeout(timer);
      checks.delete(check);
    }
  }
}

/** Runs a built program to its end. */
export async function runProgram(
  t: Cleanup,
  file: string,
  args: readonly string[] = [],
  options: ProgramOptions = {},
): Promise<Ended & { home: string }> {
  const { ended, home } = await startProgram(t, file, args, options);
  return { ...(await ended), home };
}

async function collect(child: ChildProcess): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (...end) => resolve(end));
  });
  return { code, signal, stdout, stderr };
}
