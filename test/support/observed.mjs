// Loaded before a program's own code. Writes the most memory that the program ever held, in bytes, to the file that
// PEAK_FILE names. On SIGUSR2 what the last timer of 10 seconds was to do is done at once: the bound on the call
// that is under way comes when the other side has done its worst, and no test waits for it.
import { readFileSync, writeFileSync } from "node:fs";

/** The bound on each call of a beat, in milliseconds. */
const BOUND_MS = 10_000;

const { setTimeout, clearTimeout } = globalThis;
const running = new Map();
globalThis.setTimeout = (work, delay, ...rest) => {
  const timer = setTimeout(work, delay, ...rest);
  if (delay === BOUND_MS) running.set(timer, work);
  return timer;
};
globalThis.clearTimeout = (timer) => {
  running.delete(timer);
  clearTimeout(timer);
};
process.on("SIGUSR2", () => {
  [...running.values()].at(-1)?.();
});

process.on("exit", () => {
  const file = process.env["PEAK_FILE"];
  if (file !== undefined) writeFileSync(file, `${peak()}`);
});

/** On Linux the rusage of a process starts with that of the one that started it; the status file is its own. */
function peak() {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
    return Number(kilobytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
