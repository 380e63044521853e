import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The processes of a PostgreSQL server: the one that its data folder names, and its children. */
export function serverProcesses(data: string): number[] {
  const first = postmaster(data);
  if (first === undefined) return [];
  return [first, ...childrenOf(first)];
}

function postmaster(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  } catch {
    return undefined;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    // The name, in parentheses, may hold anything.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return undefined;
  }
}

/** Sends a signal to each of them that is still there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}
