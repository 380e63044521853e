import type { ChildProcess } from "node:child_process";
import { killGroup } from "../base/kill-group.ts";

/** How long the other command may take, in milliseconds. */
const TIMEOUT_MS = 1_000;
/** How long it may still take after its first line, or its output after its end. In milliseconds. */
const GRACE_MS = 100;
/** More output than this is not read. In UTF-16 units. */
const MAX_LENGTH = 10_000;

const CONTROLS = /[\0-\x06\x08-\x1A\x1C-\x1F\x7F-\x9F\u2028\u2029]/g;
/** Styles, and links to pages. */
const ESCAPES = /\x1B\[[\d;:]*[A-Za-z]|\x1B\][^\x07\x1B]*(?:\x07|\x1B\\)/g;
const RESET = "\x1B[0m";

/**
 * Runs the first argument as a shell command, beside a guard that waits for the end of this process and then ends the group:
 * the coding agent may kill a status line at any time. One shell starts both, so that no command is ever without its guard.
 */
const GUARDED = '(read -r _; kill -s KILL 0) <&3 >/dev/null & exec 3<&-; exec /bin/sh -c "$1"';

/**
 * Runs a shell command with the input and returns the first line of its output, empty if there is none in time. Nothing that
 * it started is left behind, even if this process is killed (rule STATUSLINE-5). Never rejects.
 */
export async function runOther(command: string, input: string): Promise<string> {
  // Loaded only if it is needed: most status lines run no other command.
  const { spawn } = await import("node:child_process");
  try {
    const child = spawn("/bin/sh", ["-c", GUARDED, "sh", command], {
      detached: true,
      stdio: ["pipe", "pipe", "ignore", "pipe"],
    });
    return await outputOf(child, input);
  } catch {
    return "";
  }
}

function outputOf(child: ChildProcess, input: string): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const end = () => {
      clearTimeout(timer);
      killGroup(child.pid);
      resolve(firstLine(text));
    };
    let timer = setTimeout(end, TIMEOUT_MS);
    const endSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(end, GRACE_MS);
    };
    child.once("error", end);
    child.once("exit", () => (child.stdout?.closed === false ? endSoon() : end()));
    child.stdout?.once("close", () => {
      if (child.exitCode !== null || child.signalCode !== null) end();
    });
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      const hadLine = text.includes("\n");
      text += chunk;
      if (text.length > MAX_LENGTH) end();
      else if (!hadLine && text.includes("\n")) endSoon();
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

function firstLine(text: string): string {
  const line = (/^[^\r\n]*/.exec(text)?.[0] ?? "").replace(CONTROLS, "");
  return line.includes("\x1B") ? `${line}${RESET}` : line;
}

/** How many columns a line with styles takes, at most one for each character. */
export function plainLength(line: string): number {
  return line.replace(ESCAPES, "").length;
}
