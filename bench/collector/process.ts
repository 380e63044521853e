import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** The user and system time of a process so far, in milliseconds. Linux only. */
export async function cpuMsOf({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in parentheses, may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The most memory that a process had, in MB. Linux only. */
export async function peakMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
