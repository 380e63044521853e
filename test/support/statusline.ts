// Runs the built status line with a given standard input, and checks what always holds (rule STATUSLINE-1).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { openSync } from "node:fs";
import { CLI } from "./program.ts";

/** What standard input is. */
export type Input =
  | { readonly text: string | Uint8Array }
  /** Is left open after this text. */
  | { readonly open: string }
  /** Never stops writing. */
  | "flood"
  | "closed"
  /** A file. */
  | { readonly path: string };

export interface Run {
  readonly input?: Input;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Far longer than it takes: a status line that hangs fails its test. */
const TIMEOUT_MS = 20_000;
const CHUNK = "x".repeat(65_536);

/** The line that it prints. Fails unless it is exactly one, with nothing on standard error and exit code 0. */
export async function lineOf({ input = { text: "" }, args = [], env }: Run): Promise<string> {
  const stdin = typeof input === "object" && "path" in input ? openSync(input.path, "r") : "pipe";
  const child = spawn(process.execPath, [CLI, "statusline", ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: [input === "closed" ? "ignore" : stdin, "pipe", "pipe"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin?.on("error", () => {});
  if (input === "flood") flood();
  else if (typeof input === "object" && "open" in input) child.stdin?.write(input.open);
  else if (typeof input === "object" && "text" in input) child.stdin?.end(input.text);
  const code = await new Promise((resolve) => child.once("close", resolve));
  child.stdin?.destroy();
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^[^\n]+\n$/);
  return stdout.slice(0, -1);

  function flood(): void {
    child.stdin?.write(CHUNK, (error) => {
      if (!error) flood();
    });
  }
}
