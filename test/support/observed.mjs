// Loaded before a program's own code. Writes the most memory that the program ever held, in bytes, to the file that
// PEAK_FILE names. On SIGUSR2 what the bound on its first call was to do is done at once, where that call is still under
// way: the bound comes when the other side has done its worst, and no test waits for it. One that comes late ends nothing.
import { readFileSync, writeFileSync } from "node:fs";

/** The bound on each call of a beat, in milliseconds. */
const BOUND_MS = 10_000;

const { setTimeout, clearTimeout } = globalThis;
/** The calls' timers in the order of the calls, with what they are to do; nothing once a call is over. */
const bounds = new Map();
globalThis.setTimeout = (work, delay, ...rest) => {
  const timer = setTimeout(work, delay, ...rest);
  if (delay !== BOUND_MS) return timer;
  bounds.set(timer, work);
  const { unref } = timer;
  // The lock's, which is as long: it holds no program up, so it is no call's.
  timer.unref = () => {
    bounds.delete(timer);
    return unref.call(timer);
  };
  return timer;
};
globalThis.clearTimeout = (timer) => {
  if (bounds.has(timer)) bounds.set(timer, undefined);
  clearTimeout(timer);
};
process.on("SIGUSR2", () => {
  const [first] = bounds.values();
  first?.();
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
