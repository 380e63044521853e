// Loaded before a program's own code. At exit it writes the program's peak memory in bytes to the file PEAK_FILE.
// On SIGUSR2 the time limit of the program's first call expires at once if that call is still running: a test sends it
// when the server has sent everything, so no test waits for the real limit. A late signal does nothing.
import { readFileSync, writeFileSync } from "node:fs";

/** The time limit of each call of a beat, in milliseconds. */
const LIMIT_MS = 10_000;

const { setTimeout, clearTimeout } = globalThis;
/** The timers of the calls in order, each with its callback; undefined once the call is over. */
const limits = new Map();
globalThis.setTimeout = (work, delay, ...rest) => {
  const timer = setTimeout(work, delay, ...rest);
  if (delay !== LIMIT_MS) return timer;
  limits.set(timer, work);
  const { unref } = timer;
  // The lock's timer has the same length. It is unref'd, so it is no call's.
  timer.unref = () => {
    limits.delete(timer);
    return unref.call(timer);
  };
  return timer;
};
globalThis.clearTimeout = (timer) => {
  if (limits.has(timer)) limits.set(timer, undefined);
  clearTimeout(timer);
};
process.on("SIGUSR2", () => {
  const [first] = limits.values();
  first?.();
});

process.on("exit", () => {
  const file = process.env["PEAK_FILE"];
  if (file !== undefined) writeFileSync(file, `${peak()}`);
});

/** On Linux the rusage of a process starts at its parent's value; /proc/self/status is its own. */
function peak() {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
    return Number(kilobytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
